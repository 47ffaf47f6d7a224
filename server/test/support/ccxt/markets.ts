import type { CcxtTradingClass } from '../../../src/trading/venues/shared/live/ccxtClient.ts';

/** A market of a test, from which ccxt's own structure is filled in. */
export interface MadeCcxtMarket {
  /** The venue's name of it. */
  readonly id: string;
  readonly symbol: string;
  /** The venue's name of the base, if it is another name or a number. */
  readonly baseId?: string;
  readonly amountStep?: number;
  readonly priceStep?: number;
  readonly contractSize?: number;
  readonly isInverse?: boolean;
  readonly info?: object;
}

/** Creates an exchange of the class that knows these markets, for clients to share. */
export function ccxtMarkets(Exchange: CcxtTradingClass, markets: readonly MadeCcxtMarket[]) {
  const source = new Exchange({});
  const all = markets.map(toCcxt);
  source.setMarkets(all as never);
  return source;
}

function toCcxt(market: MadeCcxtMarket): object {
  const { id, symbol, amountStep = 0.001, priceStep = 0.01, contractSize, info = {} } = market;
  const [pair = '', contract] = symbol.split(':');
  const [base = '', quote = ''] = pair.split('/');
  const [settle, expiry] = contract?.split('-') ?? [];
  const kind = settle === undefined ? 'spot' : expiry === undefined ? 'swap' : 'future';
  const isContract = kind !== 'spot';
  const isInverse = isContract && (market.isInverse ?? settle === base);
  const limits = { min: undefined, max: undefined };
  return {
    id,
    symbol,
    base,
    quote,
    baseId: market.baseId ?? base,
    quoteId: quote,
    settle,
    settleId: settle,
    type: kind,
    spot: !isContract,
    margin: false,
    swap: kind === 'swap',
    future: kind === 'future',
    option: false,
    contract: isContract,
    active: true,
    ...(isContract && { linear: !isInverse, inverse: isInverse }),
    contractSize: isContract ? (contractSize ?? 1) : undefined,
    expiry: undefined,
    precision: { amount: amountStep, price: priceStep },
    limits: { amount: limits, price: limits, cost: limits, leverage: limits },
    info,
  };
}
