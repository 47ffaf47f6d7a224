import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { TestTrader } from '../../app/testService.ts';
import type { LiveService, SimulatedMarket, SimulatedVenue } from '../simulated.ts';
import { usualSteps } from '../simulated.ts';
import { bybitSimulated } from './exchange.ts';

export const linear = 'BTC/USDT:USDT';
export const other = 'ETH/USDT:USDT';
export const inUsdc = 'BTC/USDC:USDC';
export const inverse = 'BTC/USD:BTC';

const swap = (symbol: string, definition: object): SimulatedMarket => ({
  symbol,
  marketType: 'swap',
  at: 'bybit',
  definition: { kind: 'swap', base: 'BTC', quote: 'USDT', ...usualSteps, ...definition },
});

/** Contracts of every type that the exchange has. */
export const bybitContracts: SimulatedVenue = {
  ...bybitSimulated,
  markets: [
    swap(linear, {}),
    swap(other, { base: 'ETH' }),
    swap(inUsdc, { quote: 'USDC' }),
    swap(inverse, { quote: 'USD', lot: '1', minQuantity: '1', minNotional: '0', isInverse: true }),
  ],
  account(name) {
    const { credentials, opened } = bybitSimulated.account(name);
    const balances = { unified: { USDT: '1000000', USDC: '1000000', BTC: '100' } };
    return { credentials, opened: opened.map((account) => ({ ...account, balances })) };
  },
};

/** Opens an account with all these markets at 100 and 101. */
export async function openTrader(live: LiveService): Promise<TestTrader> {
  const trader = await live.service.trader(
    { symbol: linear, marketType: 'swap' },
    { daily_limit_usd: 100_000_000 },
  );
  for (const symbol of [linear, other, inUsdc, inverse]) show(live, symbol, [100, 101]);
  return trader;
}

/** Shows a book deep enough for every order of a test; the mark is the mid. */
export function show(
  live: LiveService,
  symbol: string,
  [bid, ask]: readonly [number, number],
): void {
  const quantity = symbol === inverse ? 1_000_000 : 10_000;
  const [bids, asks] = [[[bid, quantity]], [[ask, quantity]]] as const;
  live.service.market.show(symbol, { bids, asks });
  live.simulator.show('bybit', symbol, { bids, asks });
}

/** The fields of an order at the exchange itself; at the market by default. */
interface InverseOrder {
  readonly side: 'Buy' | 'Sell';
  readonly qty: string;
  readonly [field: string]: string | number;
}

/**
 * Places orders directly at the exchange, since our service takes none on inverse contracts.
 * Returns the order's id.
 */
export async function tradeInverse(
  live: LiveService,
  { account }: Pick<TestTrader, 'account'>,
  order: InverseOrder,
): Promise<string> {
  const fields = { category: 'inverse', symbol: 'BTCUSD', orderType: 'Market', ...order };
  const body = JSON.stringify(fields);
  const at = String(live.service.app.clock.now());
  const key = `key-of-${account}`;
  const headers = {
    host: 'api.bybit.com',
    'X-BAPI-API-KEY': key,
    'X-BAPI-TIMESTAMP': at,
    'X-BAPI-SIGN': createHmac('sha256', `secret-of-${account}`)
      .update(`${at}${key}5000${body}`)
      .digest('hex'),
    'X-BAPI-RECV-WINDOW': '5000',
  };
  const sent = request(`${live.url}/v5/order/create`, { method: 'POST', headers });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  const { retCode, retMsg, result } = (await json(answer)) as Answered;
  if (retCode !== 0) throw new Error(`The exchange refused: ${retMsg}`);
  return result.orderId;
}

interface Answered {
  readonly retCode: number;
  readonly retMsg: string;
  readonly result: { readonly orderId: string };
}
