import { parseAmount } from '@windlass/matching';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  listedMarket,
  noSignal,
  orderOf,
  type PaperBench,
  refOf,
  symbolOf,
} from '../../../../test/support/paper/fixture.ts';
import { paperScene } from '../../../../test/support/paper/scene.ts';
import type { VenueId } from '../../model/venue.ts';
import type { VenueFill, VenueOrder, VenueSession } from '../venuePort.ts';

/** Fees in what is received, and fees in the quote. */
const venues = ['binance', 'kraken'] as const;
const symbols = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'].map(symbolOf);
const first = { USDT: '100000.000000000000000001', BTC: '50', ETH: '500' };

const stage = paperScene();
let life = 0;

const ticks = fc.integer({ min: 9_000, max: 11_000 });
const price = ticks.map((each) => (each / 100).toFixed(2));
const quantity = fc.integer({ min: 1, max: 30_000 }).map((each) => (each / 10_000).toFixed(4));
const step = fc.oneof(
  fc.record({
    kind: fc.constant('order' as const),
    symbol: fc.constantFrom(...symbols),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    type: fc.constantFrom('market', 'limit', 'stop_loss', 'take_profit_limit', 'oco' as const),
    quantity,
    price,
    stopPrice: price,
    timeInForce: fc.constantFrom('GTC' as const, 'IOC' as const, 'FOK' as const),
  }),
  fc.record({
    kind: fc.constant('book' as const),
    symbol: fc.constantFrom(...symbols),
    bid: ticks,
    spread: fc.integer({ min: 1, max: 60 }),
    quantity,
  }),
  fc.record({ kind: fc.constant('cancel' as const), nth: fc.nat(9) }),
  fc.record({ kind: fc.constant('restart' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** An account that is closed and opened again in the middle of its day. */
interface Day {
  session: VenueSession;
  readonly fills: VenueFill[];
  count: number;
}

async function play(bench: PaperBench, venue: VenueId, steps: readonly Step[]): Promise<Day> {
  life += 1;
  const open = () => bench.open(venue, { spot: first }, life);
  let paper = open();
  const day: Day = { session: paper.session, fills: [], count: 0 };
  for (const each of steps) {
    if (each.kind === 'book') {
      const { symbol, bid, spread } = each;
      const [low, high] = [bid / 100, (bid + spread) / 100];
      const depth = Number(each.quantity);
      bench.books.show(symbol, venue, { bids: [[low, depth]], asks: [[high, depth]] });
      await bench.clock.advance(100);
    } else if (each.kind === 'cancel') {
      const orders = await day.session.openOrders('spot', undefined, noSignal);
      const order = orders[each.nth];
      if (order) await day.session.cancel(refOf(order), noSignal);
    } else if (each.kind === 'restart') {
      await day.session.close();
      day.fills.push(...paper.fills);
      paper = open();
      day.session = paper.session;
    } else {
      day.count += 1;
      const clientId = `${day.count}`.padStart(32, '0');
      const { kind: _kind, ...order } = each;
      const asked = day.session.submit(
        orderOf(venue, { ...(order as Partial<VenueOrder>), clientId }),
        noSignal,
      );
      await bench.clock.advance(0);
      await bench.clock.advance(bench.books.book(order.symbol, venue) ? 0 : 2_000);
      await asked;
    }
  }
  await day.session.balances('spot', noSignal);
  day.fills.push(...paper.fills);
  return day;
}

/** Returns the amount that each asset must have, from the fills alone. */
function reckon(fills: readonly VenueFill[]): Map<string, bigint> {
  const sums = new Map(Object.entries(first).map(([asset, text]) => [asset, units(text)]));
  const add = (asset: string, amount: bigint) => sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  for (const { symbol, side, price: at, quantity: base, fee, feeAsset } of fills) {
    const [bought = '', paid = ''] = symbol.split('/');
    const sign = side === 'buy' ? 1n : -1n;
    // Two decimals of the price and four of the quantity are far inside eighteen.
    const worth = (units(base) * units(String(at))) / 10n ** 18n;
    add(bought, sign * units(base));
    add(paid, -sign * worth);
    add(feeAsset, -units(fee));
  }
  return sums;
}

function units(text: string): bigint {
  const amount = parseAmount(text);
  if (amount === undefined) throw new Error(`${text} is no amount`);
  return amount;
}

it.each(venues)('every unit of a day at %s is accounted for by its fills', async (venue) => {
  const rulesOf = (_venue: VenueId, symbol: (typeof symbols)[number]) =>
    listedMarket(symbol, { notionalMin: undefined });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const bench = stage.renew({ rulesOf });
      const { session, fills } = await play(bench, venue, steps);
      const told = new Set(fills.map(({ venueTradeId }) => venueTradeId));
      expect(told.size).toBe(fills.length);
      const kept = await session.fills({ marketType: 'spot', sinceMs: 0, limit: 10_000 }, noSignal);
      expect(fills).toEqual(kept);
      const balances = await session.balances('spot', noSignal);
      for (const [asset, sum] of reckon(fills)) {
        const { total = '0', free = '0', used = '0' } = balances[asset] ?? {};
        expect(units(total)).toBe(sum);
        expect(units(free) + units(used)).toBe(sum);
        expect(units(free) >= 0n && units(used) >= 0n).toBe(true);
      }
      const open = await session.openOrders('spot', undefined, noSignal);
      for (const order of open) await session.cancel(refOf(order), noSignal);
      const after = await session.balances('spot', noSignal);
      for (const { used } of Object.values(after)) expect(used).toBe('0');
      await session.close();
      expect(bench.clock.pending()).toBe(0);
      expect(bench.books.held()).toEqual([]);
      expect(bench.failures).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
