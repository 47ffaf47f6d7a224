import { Secret } from '../../../src/kit/secret.ts';
import { parseSymbol } from '../../../src/trading/model/symbol.ts';
import { binanceDialect } from '../../../src/trading/venues/binance/trading/dialect.ts';
import { binancePortfolioDialect } from '../../../src/trading/venues/binance/trading/portfolio/dialect.ts';
import type { WalletName } from '../../../src/trading/venues/perpsPort.ts';
import {
  type Attempt,
  type RecordedCase,
  runRecordedRequests,
} from '../../support/ccxt/recordedRequests.ts';

const methods = [
  'setLeverage',
  'setMarginMode',
  'transfer',
  'fetchTransfers',
  'fetchPositions',
  'fetchPosition',
  'fetchPositionsRisk',
  'fetchAccountPositions',
  'fetchFundingHistory',
  'fetchLedger',
  'fetchFundingRate',
  'fetchFundingRates',
  'fetchFundingInterval',
  'fetchFundingIntervals',
  'fetchFundingRateHistory',
  'fetchMarginMode',
  'fetchMarginModes',
  'fetchLeverages',
  'fetchLeverageTiers',
  'addMargin',
  'reduceMargin',
  'setPositionMode',
  'fetchPositionMode',
  'fetchBalance',
];
const shared = {
  folder: 'binance',
  markets: [
    { id: 'LTCUSDT', symbol: 'LTC/USDT:USDT' },
    { id: 'BTCUSDT', symbol: 'BTC/USDT:USDT' },
    { id: 'BTCUSD_PERP', symbol: 'BTC/USD:BTC', contractSize: 100 },
    { id: 'ETHUSD_PERP', symbol: 'ETH/USD:ETH', contractSize: 10 },
  ],
  credentials: { apiKey: new Secret('key'), apiSecret: new Secret('secret') },
  methods,
} as const;
/** We always send the window of a list, and its maximum length. */
const windowFields = ['startTime', 'endTime', 'limit'];

const wallets: Readonly<Record<string, WalletName>> = {
  spot: 'spot',
  main: 'spot',
  cross: 'margin',
  funding: 'funding',
};

type Params = Readonly<Record<string, unknown>>;

const isOfPortfolio = ({ input }: RecordedCase) => paramsOf(input).portfolioMargin === true;

runRecordedRequests({
  ...shared,
  dialect: binanceDialect,
  ownFields: windowFields,
  translate: (recorded) =>
    isOfPortfolio(recorded) ? 'is of portfolio margin' : translate(recorded),
});

runRecordedRequests({
  ...shared,
  dialect: binancePortfolioDialect,
  ownFields: windowFields,
  translate: (recorded) =>
    isOfPortfolio(recorded) ? translate(recorded) : 'is of the usual accounts',
});

function translate(recorded: RecordedCase): Attempt | string {
  const { method, input } = recorded;
  switch (method) {
    case 'setLeverage':
      return (dialect, call) => {
        const setting = { ...marketOf(input[1]), leverage: Number(input[0]) };
        return dialect.perps?.leverage?.set(call, setting) ?? Promise.resolve();
      };
    case 'setMarginMode':
      return (dialect, call) => {
        const marginMode = input[0] === 'isolated' ? 'isolated' : 'cross';
        const setting = { ...marketOf(input[1]), marginMode } as const;
        return dialect.perps?.setMarginMode?.(call, setting) ?? Promise.resolve();
      };
    case 'transfer':
      return transfer(input);
    case 'fetchPositions':
    case 'fetchPositionsRisk':
      return positions(recorded);
    case 'fetchFundingHistory':
      return (dialect, call) => {
        const query = { ...marketOf(input[0]), sinceMs: undefined, limit: 100 };
        return dialect.perps?.fundingPayments(call, query) ?? Promise.resolve();
      };
    default:
      return translateRead(recorded);
  }
}

function translateRead({ method, input }: RecordedCase): Attempt | string {
  switch (method) {
    case 'fetchFundingRate':
    case 'fetchFundingInterval':
    case 'fetchFundingIntervals':
      return (dialect, call) =>
        dialect.perps?.fundingRate(call, marketOf([input[0]].flat()[0])) ?? Promise.resolve();
    case 'fetchMarginMode':
      return (dialect, call) =>
        dialect.perps?.leverage?.get(call, marketOf(input[0])) ?? Promise.resolve();
    case 'fetchBalance':
      return isParams(input[0]) && input[0].portfolioMargin === true
        ? (dialect, call) => dialect.portfolioMargin?.balances(call) ?? Promise.resolve()
        : 'the usual wallets are read in the cases of orders';
    case 'fetchMarginModes':
    case 'fetchLeverages':
      return 'what is set is asked for one market, or beside open positions';
    case 'fetchAccountPositions':
      return accountPositions(input);
    case 'fetchLedger':
      return 'we ask for one kind of income at a time';
    case 'fetchFundingRates':
      return 'rates are asked for one market at a time';
    case 'fetchFundingRateHistory':
    case 'fetchTransfers':
    case 'fetchLeverageTiers':
      return 'nothing of ours reads it';
    case 'fetchPosition':
      return 'the product trades no options';
    case 'fetchPositionMode':
      return 'the mode is asked of the API of dollars, when a key is verified';
    default:
      return 'nothing of ours sets it';
  }
}

/** The account of coin-margined contracts reports the settings of each market. */
function accountPositions(input: readonly unknown[]): Attempt | string {
  if (paramsOf(input).subType !== 'inverse') {
    return 'positions are read from their own list, not from the account';
  }
  const market = marketOf('BTC/USD:BTC');
  return (dialect, call) => dialect.perps?.leverage?.get(call, market) ?? Promise.resolve();
}

/** ccxt requests everything and filters afterwards. */
function positions({ url }: RecordedCase): Attempt | string {
  if (/account/.test(url)) return 'positions are read from their own list, not from the account';
  return (dialect, call) => dialect.perps?.positions(call, 'swap', undefined) ?? Promise.resolve();
}

function transfer([asset, amount, fromWord, toWord]: readonly unknown[]): Attempt | string {
  const [from, to] = [wallets[String(fromWord)], wallets[String(toWord)]];
  if (!from || !to) return 'the product has no margin of one market';
  const move = { asset: String(asset), amount: String(amount), from, to };
  return (dialect, call) => dialect.transfers?.move(call, move) ?? Promise.resolve();
}

function marketOf(name: unknown) {
  const symbol = parseSymbol(String(name));
  if (!symbol) throw new Error(`${String(name)} is no symbol of ours`);
  return { symbol, marketType: 'swap' } as const;
}

function paramsOf(input: readonly unknown[]): Params {
  return input.find((each): each is Params => isParams(each)) ?? {};
}

function isParams(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
