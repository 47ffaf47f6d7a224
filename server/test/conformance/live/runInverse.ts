import { orderEndpoints, perpEndpoints, reconciliationEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toOrderRow } from '../../../src/trading/execution/orderRows.ts';
import type { AccountId } from '../../../src/trading/model/account.ts';
import type { InstrumentSymbol } from '../../../src/trading/model/symbol.ts';
import type { TestRequest } from '../../support/app/testApp.ts';
import type { LiveService } from '../../support/exchanges/simulated.ts';
import { newIntent } from '../../support/orders/fixture.ts';

// Orders in contracts settled in their base, placed manually at the exchange, as a live account of
// ours sees them: in base units, a fill at its own price, an open order at the order's.

const symbol = 'BTC/USD:BTC';
const queries = [{ symbol }, { symbol, market_type: 'swap' }, { market_type: 'swap' }];

export interface InverseOrder {
  readonly type: 'market' | 'limit' | 'stop';
  readonly side: 'buy' | 'sell';
  readonly contracts: number;
  /** The limit, or the price that a stop waits for. */
  readonly price?: number;
  /** In the format of ours. */
  readonly clientId: string;
}

/** An account in inverse contracts, through our API and by its own key. */
export interface InverseTrader {
  readonly live: LiveService;
  readonly account: string;
  /** Units of the quote that one contract is worth. */
  readonly contractSize: number;
  /** Returns the exchange's id of the order. */
  send(order: InverseOrder): Promise<string>;
  /** Shows a book of one level and lets the exchange see it. */
  move(bid: number, ask: number): Promise<void> | void;
}

/** Checks that everything in inverse contracts at an exchange is read in the right unit. */
export function runInverse(
  venue: string,
  open: () => Promise<InverseTrader>,
  /** The types that rest; without stops when the simulated exchange has none. */
  resting: readonly ('limit' | 'stop')[] = ['limit', 'stop'],
): void {
  let trader: InverseTrader;
  let count = 0;
  beforeAll(async () => {
    trader = await open();
  });
  afterAll(() => trader.live.stop());
  beforeEach(() => trader.move(100, 101));
  const send: Send = (order) => {
    count += 1;
    return trader.send({ ...order, clientId: `0190000000007${String(count).padStart(19, '0')}` });
  };
  const listed = async (query: object) =>
    get(trader, orderEndpoints.listOpenOrders.path, { ...query });

  describe(`an inverse order that is open at ${venue}`, () => {
    it.each(resting)(
      'is listed with its symbol and without it (%s), and cancelled',
      async (type) => {
        const [side, price] = type === 'limit' ? (['buy', 80] as const) : (['sell', 50] as const);
        const id = await send({ type, side, contracts: 3, price });
        const wanted = { symbol, order_id: id, side, filled: 0, status: 'open' };
        for (const query of queries) {
          const [order, ...more] = await listed(query);
          expect([order, more]).toMatchObject([wanted, []]);
          expect(order.amount).toBeCloseTo(units(trader, 3, price), 12);
        }
        const path = orderEndpoints.getOrder.path.replace(':order_id', id);
        const found = await get(trader, path, { symbol });
        expect(found).toMatchObject(wanted);
        expect(found.amount).toBeCloseTo(units(trader, 3, price), 12);
        const { status, json } = await ask(trader, ['DELETE', path], { symbol });
        expect([status, json.data.status]).toEqual([200, 'canceled']);
        expect(await listed({ symbol })).toEqual([]);
      },
    );

    it('is found with what has filled, at the price of the fill', async () => {
      const id = await send({ type: 'market', side: 'sell', contracts: 3 });
      const path = orderEndpoints.getOrder.path.replace(':order_id', id);
      const found = await get(trader, path, { symbol });
      const cost = 3 * trader.contractSize;
      expect(found).toMatchObject({ symbol, order_id: id, status: 'closed', average: 100 });
      expect(found.cost).toBeCloseTo(cost, 9);
      expect(found.filled).toBeCloseTo(cost / 100, 12);
      expect(found.amount).toBe(found.filled);
      expect(found.fee).toMatchObject({ currency: 'BTC' });
      await send({ type: 'market', side: 'buy', contracts: 3 });
    });
  });

  it('a comparison finds nothing false in a position, an open order and fills', () =>
    findNothingFalse(trader, send));
}

type Send = (order: Omit<InverseOrder, 'clientId'>) => Promise<string>;

async function findNothingFalse(trader: InverseTrader, send: Send): Promise<void> {
  await holdRejected(trader);
  await compare(trader);
  const id = await send({ type: 'limit', side: 'buy', contracts: 3, price: 80 });
  await send({ type: 'market', side: 'buy', contracts: 5 });
  await trader.move(110, 111);
  const { differences: first } = await compare(trader);
  await trader.live.pass(61_000);
  const { accounts, differences } = await compare(trader);
  expect(accounts[0]).toMatchObject({ unavailable_reason: null });
  const found = new Map([...first, ...differences].map((each) => [each.kind, each]));
  expect([...found.keys()].sort()).toEqual(['foreign_order', 'missed_fill']);
  expect(found.get('foreign_order')).toMatchObject({ symbol, order_id: id });
  expect(Number(found.get('missed_fill').found)).toBeCloseTo(units(trader, 5, 101), 7);
  const { positions } = await get(trader, perpEndpoints.listPositions.path, {});
  expect(positions).toMatchObject([
    { symbol, side: 'long', contracts: 5, notional: 5 * trader.contractSize },
  ]);
}

/** Converts contracts at a price to base units. */
function units({ contractSize }: InverseTrader, contracts: number, price: number): number {
  return (contracts * contractSize) / price;
}

type Method = NonNullable<TestRequest['method']>;

async function ask(
  { live, account }: InverseTrader,
  [method, path]: readonly [method: Method, path: string],
  fields: object,
) {
  const all = { exchange_account_id: account, ...fields };
  if (method === 'POST') return live.service.app.ask({ method, url: path, body: all });
  const query = new URLSearchParams(
    Object.entries(all).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return live.service.app.ask({ method, url: `${path}?${query}` });
}

async function get(trader: InverseTrader, path: string, query: object) {
  const { status, json } = await ask(trader, ['GET', path], query);
  expect([status, json.message]).toEqual([200, expect.any(String)]);
  return json.data;
}

/** Stores an order that was refused before it was sent: its fills are requested nevertheless. */
async function holdRejected({ live, account }: InverseTrader): Promise<void> {
  const intent = newIntent('rejected', {
    accountId: account as AccountId,
    symbol: symbol as InstrumentSymbol,
    marketType: 'swap',
  });
  const laterMs = live.service.app.clock.now() + 86_400_000;
  const row = { ...toOrderRow(intent), order_status: 'rejected' as const, updated_at_ms: laterMs };
  await live.store.db.insertInto('meta_orders').values(row).execute();
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
type Difference = any;

async function compare(trader: InverseTrader) {
  const { method, path } = reconciliationEndpoints.compareAccounts;
  const { status, json } = await ask(trader, [method, path], {});
  expect(status).toBe(200);
  return json.data as { accounts: readonly Difference[]; differences: readonly Difference[] };
}
