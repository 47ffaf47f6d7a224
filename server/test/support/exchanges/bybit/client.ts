import { Secret } from '../../../../src/kit/secret.ts';
import type { MarketType, OrderType } from '../../../../src/trading/model/order.ts';
import type { InstrumentSymbol } from '../../../../src/trading/model/symbol.ts';
import { bybitDialect } from '../../../../src/trading/venues/bybit/trading/dialect.ts';
import { loadCcxtClass } from '../../../../src/trading/venues/shared/ccxtClass.ts';
import {
  type CcxtTradingClass,
  createTradingClient,
} from '../../../../src/trading/venues/shared/live/ccxtClient.ts';
import type { DialectCall, OrderLink } from '../../../../src/trading/venues/shared/live/dialect.ts';
import type { VenueFill, VenueOrder } from '../../../../src/trading/venues/venuePort.ts';
import { memoryMarginModes } from '../../accounts/marginModes.ts';
import { createManualClock, type ManualClock } from '../../manualClock.ts';

const Bybit = await loadCcxtClass<CcxtTradingClass>('bybit');

/** Markets as ccxt has them after loading. */
const markets = [
  market('BTCUSDT', 'BTC/USDT', { type: 'spot', spot: true }),
  market('BTCUSDT', 'BTC/USDT:USDT', { type: 'swap', linear: true }),
  market('BTCPERP', 'BTC/USDC:USDC', { type: 'swap', linear: true }),
  market('BTCUSDT-25DEC26', 'BTC/USDT:USDT-261225', { type: 'future', linear: true }),
  // ccxt uses the smallest order as the size of a contract.
  market('BTCUSD', 'BTC/USD:BTC', { type: 'swap', inverse: true, contractSize: 5 }),
];

function market(id: string, symbol: string, kind: Readonly<Record<string, unknown>>) {
  const [, base, quote, settle] = /^(\w+)\/(\w+)(?::(\w+))?/.exec(symbol) ?? [];
  const no = { spot: false, swap: false, future: false, option: false };
  return {
    id,
    symbol,
    base,
    quote,
    settle,
    baseId: base,
    quoteId: quote,
    settleId: settle,
    ...no,
    active: true,
    contract: kind.type !== 'spot',
    linear: false,
    inverse: false,
    contractSize: 1,
    precision: { amount: 0.0001, price: 0.01 },
    limits: {},
    info: {},
    ...kind,
    [String(kind.type)]: true,
  } as never;
}

/** A request without its signature. */
export interface SentToBybit {
  readonly method: string;
  readonly path: string;
  /** Fields of the query, or of the body. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
}

/** A fixed answer or one by request: a text is returned as it is, an error is thrown. */
export type BybitAnswer = object | string | Error | ((sent: SentToBybit) => object | string);

export interface BybitClient {
  readonly sent: SentToBybit[];
  readonly clock: ManualClock;
  /** Fills that were reported. */
  readonly heard: VenueFill[];
  ask<Value>(work: (call: DialectCall) => Promise<Value>): Promise<Value>;
}

/** Opens ccxt's own class on our markets; answers go by the path, in turn, and the last stays. */
export function openBybit(answers: Readonly<Record<string, readonly BybitAnswer[]>>): BybitClient {
  const clock = createManualClock();
  const sent: SentToBybit[] = [];
  const heard: VenueFill[] = [];
  const links = new Map<string, OrderLink>();
  const { signal } = new AbortController();
  const source = new Bybit({});
  source.setMarkets(markets);
  const client = createTradingClient(
    Bybit,
    { markets: source, credentials: { apiKey: new Secret('k'), apiSecret: new Secret('s') } },
    {
      clock,
      signal,
      options: bybitDialect.options,
      send: async ({ url, method, headers, body }) => {
        const { origin, pathname, searchParams } = new URL(url);
        if (origin !== 'https://api.bybit.com') throw new Error(`nobody is at ${origin}`);
        const fields = body === undefined ? Object.fromEntries(searchParams) : JSON.parse(body);
        const request = { method, path: pathname, fields, headers };
        const count = sent.filter(({ path }) => path === pathname).length;
        sent.push(request);
        const given = answers[pathname] ?? [];
        const answer = given[Math.min(count, given.length - 1)];
        if (answer === undefined) throw new Error(`nothing answers ${method} ${pathname}`);
        if (answer instanceof Error) throw answer;
        const said = typeof answer === 'function' ? answer(request) : answer;
        const text = typeof said === 'string' ? said : JSON.stringify(said);
        return { status: 200, headers: {}, text };
      },
    },
  );
  const ask: BybitClient['ask'] = (work) =>
    client.call({ signal, purpose: 'caller' }, (ccxt) =>
      work({
        client: ccxt,
        clock,
        links,
        heard: (fills) => void heard.push(...fills),
        marginModes: memoryMarginModes(),
      }),
    );
  return { sent, clock, heard, ask };
}

/** Returns the venue's answer to a successful request. */
export function ok(result: object): object {
  return { retCode: 0, retMsg: 'OK', result, retExtInfo: {}, time: 1_700_000_000_100 };
}

export function list(...rows: readonly object[]): object {
  return ok({ list: rows, nextPageCursor: '', category: 'linear' });
}

export function refusal(retCode: number, retMsg: string): object {
  return { retCode, retMsg, result: {}, retExtInfo: {}, time: 1_700_000_000_100 };
}

export const clientId = '0123456789abcdef0123456789abcdef';

const symbols = {
  spot: 'BTC/USDT',
  swap: 'BTC/USDT:USDT',
  future: 'BTC/USDT:USDT-261225',
} as const;

export function bybitSymbol(marketType: MarketType): InstrumentSymbol {
  return symbols[marketType] as InstrumentSymbol;
}

/** Returns an order on the market's steps, with the prices its type needs. */
export function bybitOrder(
  marketType: MarketType,
  type: OrderType,
  changes: Partial<VenueOrder> = {},
): VenueOrder {
  const isLimit = type === 'limit' || type === 'oco' || type.endsWith('_limit');
  const isStop = !['market', 'limit', 'trailing_stop'].includes(type);
  return {
    clientId,
    symbol: bybitSymbol(marketType),
    marketType,
    side: 'buy',
    type,
    quantity: '0.5',
    timeInForce: 'GTC',
    reduceOnly: false,
    price: isLimit ? '95.10' : undefined,
    stopPrice: isStop ? '110.00' : undefined,
    trailingDelta: type === 'trailing_stop' ? 2 : undefined,
    ...changes,
  };
}

/** Returns a record of an order, with the fields of the venue's example. */
export function bybitRecord(changes: object = {}): Readonly<Record<string, unknown>> {
  return {
    orderId: 'fd4300ae',
    orderLinkId: clientId,
    blockTradeId: '',
    symbol: 'BTCUSDT',
    price: '95.10',
    qty: '0.5',
    side: 'Buy',
    isLeverage: '',
    positionIdx: 0,
    orderStatus: 'New',
    cancelType: 'UNKNOWN',
    rejectReason: 'EC_NoError',
    avgPrice: '',
    leavesQty: '0.5',
    cumExecQty: '0.0',
    cumExecValue: '0',
    cumExecFee: '0',
    timeInForce: 'GTC',
    orderType: 'Limit',
    stopOrderType: 'UNKNOWN',
    triggerPrice: '0.00',
    triggerDirection: 0,
    lastPriceOnCreated: '',
    reduceOnly: false,
    tpslMode: 'Full',
    createdTime: '1699999990000',
    updatedTime: '1699999990500',
    ...changes,
  };
}

/** Returns an execution, with the fields of the venue's example. */
export function bybitExecution(changes: object = {}): Readonly<Record<string, unknown>> {
  return {
    symbol: 'BTCUSDT',
    orderType: 'Limit',
    orderLinkId: clientId,
    side: 'Buy',
    orderId: 'fd4300ae',
    leavesQty: '0',
    execTime: '1699999995000',
    feeCurrency: '',
    isMaker: false,
    execFee: '0.01',
    feeRate: '0.0006',
    execId: 'e0cbe81d',
    execPrice: '95',
    orderQty: '0.5',
    orderPrice: '95.10',
    execValue: '47.5',
    execType: 'Trade',
    execQty: '0.5',
    closedSize: '',
    seq: 4688002127,
    ...changes,
  };
}
