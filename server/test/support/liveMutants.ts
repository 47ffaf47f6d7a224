import type { CcxtClient } from '../../src/trading/venues/shared/live/ccxtClient.ts';
import type { Dialect, DialectCall } from '../../src/trading/venues/shared/live/dialect.ts';

/*
 * Mistakes of an adapter, each planted by itself. A conformance suite that passes with one of them
 * proves nothing of what the mistake is about.
 */

type Sent = Parameters<CcxtClient['createOrder']>;
type Mutate = (sent: {
  readonly symbol: string;
  readonly type: string;
  readonly side: string;
  readonly amount: number;
  readonly price: number | undefined;
  readonly params: Readonly<Record<string, unknown>>;
}) => Partial<Parameters<Mutate>[0]>;

const without = (params: Readonly<Record<string, unknown>>, ...names: readonly string[]) =>
  Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name)));

/** What is sent otherwise than it was meant. */
const mutations: Readonly<Record<string, Mutate>> = {
  side: ({ side }) => ({ side: side === 'buy' ? 'sell' : 'buy' }),
  baseForContracts: ({ amount }) => ({ amount: amount * 10 }),
  reduceOnlyDropped: ({ params }) => ({ params: without(params, 'reduceOnly') }),
  timeInForceDropped: ({ params }) => ({ params: without(params, 'timeInForce') }),
  timeInForceCase: ({ params }) => ({
    params: { ...params, ...lowered(params.timeInForce) },
  }),
  postOnlyDropped: ({ params }) => ({ params: without(params, 'postOnly') }),
  clientIdPrefix: ({ params }) => ({ params: prefixed(params, 'x-') }),
  triggerDirection: ({ params }) => ({
    params: {
      ...without(params, 'stopLossPrice', 'takeProfitPrice'),
      ...('stopLossPrice' in params && { takeProfitPrice: params.stopLossPrice }),
      ...('takeProfitPrice' in params && { stopLossPrice: params.takeProfitPrice }),
    },
  }),
  quoteForBase: ({ type, amount, params }) =>
    type === 'market' ? { params: { ...params, cost: amount } } : {},
  wrongMarket: ({ symbol }) => ({
    symbol: symbol.includes(':') ? (symbol.split(':')[0] ?? '') : `${symbol}:USDT`,
  }),
  priceForTrigger: ({ price, params }) =>
    price !== undefined && 'stopLossPrice' in params
      ? { params: { ...params, stopLossPrice: price } }
      : {},
  trailingRatio: ({ params }) => ({
    params: {
      ...params,
      ...('trailingPercent' in params && { trailingPercent: Number(params.trailingPercent) / 10 }),
    },
  }),
};

function lowered(value: unknown): object {
  return typeof value === 'string' ? { timeInForce: value.toLowerCase() } : {};
}

function prefixed(params: Readonly<Record<string, unknown>>, prefix: string) {
  const { clientOrderId } = params;
  const id = typeof clientOrderId === 'string' ? `${prefix}${clientOrderId}` : undefined;
  return { ...params, ...(id !== undefined && { clientOrderId: id }) };
}

export const mutantNames: readonly string[] = [...Object.keys(mutations), 'sign'];

/** The dialect with one mistake in it. */
export function mutantOf(dialect: Dialect, name: string): Dialect {
  if (name === 'sign') return { ...dialect, submit: (call, order) => forge(dialect, call, order) };
  const mutate = mutations[name];
  if (!mutate) throw new Error(`There is no mutant ${name}.`);
  return {
    ...dialect,
    submit: ({ client, ...call }, order) =>
      dialect.submit({ ...call, client: wrong(client, mutate) }, order),
  };
}

function wrong(client: CcxtClient, mutate: Mutate): CcxtClient {
  const createOrder = (...[symbol, type, side, amount, price, params]: Sent) => {
    const sent = { symbol, type, side, amount, price, params };
    const all = { ...sent, ...mutate(sent) };
    return client.createOrder(all.symbol, all.type, all.side, all.amount, all.price, all.params);
  };
  return Object.assign(Object.create(client) as CcxtClient, { createOrder });
}

/** Signs with another secret. */
function forge(
  dialect: Dialect,
  { client, ...call }: DialectCall,
  order: Parameters<Dialect['submit']>[1],
): ReturnType<Dialect['submit']> {
  const forged = Object.assign(Object.create(client) as CcxtClient, { secret: 'another' });
  return dialect.submit({ ...call, client: forged }, order);
}
