/*
 * Endpoint × exchange (Trading §4.2, §4.3): `works`, or the exact message of the refusal. The texts
 * are written out, so that the test does not use the code that makes them.
 */

export type PerpVenue = 'binance' | 'bybit' | 'gateio' | 'kraken' | 'okx' | 'hyperliquid';

/** Accounts of a kind; binance has two kinds. */
export type PerpColumn = PerpVenue | 'binance portfolio margin';

export type PerpEndpoint =
  | 'setLeverage'
  | 'getLeverage'
  | 'setMarginMode'
  | 'listPositions'
  | 'getFundingHistory'
  | 'getRealizedPnl'
  | 'getFundingRate'
  | 'transferFunds'
  | 'getPortfolioMarginBalance'
  | 'getPortfolioMarginAccount'
  | 'triggerAutoCollection'
  | 'triggerAssetCollection';

type Row = Readonly<Record<PerpColumn, 'works' | string>>;

const everywhere: Row = {
  binance: 'works',
  'binance portfolio margin': 'works',
  bybit: 'works',
  gateio: 'works',
  kraken: 'works',
  okx: 'works',
  hyperliquid: 'works',
};

const portfolioMargin: Row = {
  binance:
    'Error - binance does not support portfolio margin on accounts without portfolio_margin.',
  'binance portfolio margin': 'works',
  bybit: 'Error - bybit does not support portfolio margin.',
  gateio: 'Error - gateio does not support portfolio margin.',
  kraken: 'Error - kraken does not support portfolio margin.',
  okx: 'Error - okx does not support portfolio margin.',
  hyperliquid: 'Error - hyperliquid does not support portfolio margin.',
};

export const perpCells: Readonly<Record<PerpEndpoint, Row>> = {
  setLeverage: {
    ...everywhere,
    hyperliquid: 'Error - hyperliquid does not support leverage.',
  },
  getLeverage: {
    ...everywhere,
    hyperliquid: 'Error - hyperliquid does not support leverage.',
  },
  setMarginMode: {
    ...everywhere,
    'binance portfolio margin':
      'Error - binance does not support margin mode on portfolio-margin accounts.',
    hyperliquid: 'Error - hyperliquid does not support margin mode.',
  },
  listPositions: everywhere,
  getFundingHistory: everywhere,
  getRealizedPnl: everywhere,
  getFundingRate: everywhere,
  transferFunds: {
    ...everywhere,
    'binance portfolio margin':
      'Error - binance does not support wallet transfers on portfolio-margin accounts.',
    bybit: 'Error - bybit does not support wallet transfers.',
    hyperliquid: 'Error - hyperliquid does not support wallet transfers.',
  },
  getPortfolioMarginBalance: portfolioMargin,
  getPortfolioMarginAccount: portfolioMargin,
  triggerAutoCollection: portfolioMargin,
  triggerAssetCollection: portfolioMargin,
};

/** Names of the lacking features in the refusals of endpoints. */
export const perpFeatures: Readonly<Record<PerpEndpoint, string>> = {
  setLeverage: 'leverage',
  getLeverage: 'leverage',
  setMarginMode: 'margin_mode',
  listPositions: 'positions',
  getFundingHistory: 'funding_history',
  getRealizedPnl: 'realized_pnl',
  getFundingRate: 'funding_rate',
  transferFunds: 'transfer',
  getPortfolioMarginBalance: 'portfolio_margin',
  getPortfolioMarginAccount: 'portfolio_margin',
  triggerAutoCollection: 'portfolio_margin',
  triggerAssetCollection: 'portfolio_margin',
};
