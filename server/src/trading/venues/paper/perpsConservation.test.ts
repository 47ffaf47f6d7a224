import { parseAmount } from '@windlass/matching';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  noSignal,
  type OpenPaper,
  orderOf,
  type PaperBench,
  refOf,
  symbolOf,
} from '../../../../test/support/paper/fixture.ts';
import { paperScene } from '../../../../test/support/paper/scene.ts';
import type { VenueLedgerEntry } from '../perpsPort.ts';
import type { VenueFill, VenueSession } from '../venuePort.ts';

const venue = 'binance';
const symbols = ['BTC/USDT:USDT', 'ETH/USDT:USDT'].map(symbolOf);
const first = { spot: { USDT: '1000' }, swap: { USDT: '2000.000000000000000001' } };
const hourMs = 3_600_000;

const stage = paperScene();
let life = 0;

const ticks = fc.integer({ min: 7_000, max: 13_000 });
const symbol = fc.constantFrom(...symbols);
const words = { from: fc.constantFrom('spot' as const, 'swap' as const) };
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('order' as const),
      symbol,
      side: fc.constantFrom('buy' as const, 'sell' as const),
      type: fc.constantFrom('market' as const, 'limit' as const),
      quantity: fc.integer({ min: 1_000, max: 3_000_000 }).map((each) => each / 10_000),
      price: ticks.map((each) => (each / 100).toFixed(2)),
      reduceOnly: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('book' as const),
      symbol,
      bid: ticks,
      spread: fc.integer({ min: 1, max: 60 }),
    }),
  },
  fc.record({ kind: fc.constant('time' as const), rate: fc.integer({ min: -99, max: 99 }) }),
  fc.record({
    kind: fc.constant('leverage' as const),
    symbol,
    leverage: fc.constantFrom(1, 3, 20, 50, 125),
  }),
  fc.record({
    kind: fc.constant('mode' as const),
    symbol,
    marginMode: fc.constantFrom('cross' as const, 'isolated' as const),
  }),
  fc.record({
    kind: fc.constant('transfer' as const),
    ...words,
    amount: fc.integer({ min: 1, max: 900_000 }).map((each) => `${each / 1_000}`),
  }),
  fc.record({ kind: fc.constant('cancel' as const), nth: fc.nat(5) }),
  fc.record({ kind: fc.constant('restart' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Plays days of one account; collects the news of all its sessions. */
function createDay() {
  life += 1;
  const age = life;
  let rate = 0;
  let count = 0;
  const heard: VenueFill[] = [];
  const bench: PaperBench = stage.renew({
    funding: async () => rateAt(bench.clock.now(), rate),
  });
  let paper: OpenPaper = bench.open(venue, first, age);

  const submit = async ({ kind: _kind, ...order }: Extract<Step, { kind: 'order' }>) => {
    count += 1;
    const clientId = `${count}`.padStart(32, '0');
    const quantity = order.quantity.toFixed(4);
    const asked = { ...order, quantity, clientId, marketType: 'swap' as const };
    await paper.session.submit(orderOf(venue, asked), noSignal);
  };
  const play = async (each: Step): Promise<void> => {
    const { session } = paper;
    switch (each.kind) {
      case 'book':
        return show(bench, paper, each);
      case 'order':
        return submit(each);
      case 'time':
        rate = each.rate / 10_000;
        return bench.clock.advance(hourMs);
      case 'leverage':
        await session.setLeverage?.({ ...each, marketType: 'swap' }, noSignal);
        return;
      case 'mode':
        await session.setMarginMode?.({ ...each, marketType: 'swap' }, noSignal);
        return;
      case 'transfer': {
        const to = each.from === 'spot' ? 'swap' : 'spot';
        await session.transfer?.({ ...each, asset: 'USDT', to }, noSignal);
        return;
      }
      case 'cancel': {
        const order = (await session.openOrders('swap', undefined, noSignal))[each.nth];
        if (order) await session.cancel(refOf(order), noSignal);
        return;
      }
      case 'restart':
        await session.close();
        heard.push(...paper.fills);
        paper = bench.open(venue, first, age);
    }
  };
  return {
    bench,
    play,
    session: () => paper.session,
    heard: () => [...heard, ...paper.fills],
  };
}

function rateAt(nowMs: number, rate: number) {
  const nextFundingMs = Math.ceil((nowMs + 1) / hourMs) * hourMs;
  const told = { rate, nextRate: undefined, windowHours: 1, paymentHours: 1, nextFundingMs };
  return { ...told, markPrice: undefined, indexPrice: undefined, atMs: nowMs };
}

async function show(bench: PaperBench, paper: OpenPaper, each: Extract<Step, { kind: 'book' }>) {
  const [low, high] = [each.bid / 100, (each.bid + each.spread) / 100];
  const sides = { bids: [[low, 500]] as const, asks: [[high, 500]] as const };
  bench.books.show(each.symbol, venue, sides);
  await bench.clock.advance(100);
  await paper.session.balances('swap', noSignal);
}

/** Returns all answers of an account about its money. */
async function answersOf(session: VenueSession) {
  const all = { marketType: 'swap', symbol: undefined, sinceMs: 0, limit: 10_000 } as const;
  const { positions, fundingPayments, realizedPnl } = session;
  if (!positions || !fundingPayments || !realizedPnl) throw new Error('there are no perpetuals');
  const fills = await session.fills(all, noSignal);
  const totals = [
    (await session.balances('spot', noSignal)).USDT?.total,
    (await session.balances('swap', noSignal)).USDT?.total,
  ];
  const realized = await realizedPnl(all, noSignal);
  return {
    fills,
    realized,
    positions: await positions('swap', undefined, noSignal),
    payments: await fundingPayments(all, noSignal),
    wallet: sum(totals.map((total) => units(total ?? '0'))),
    covered: sum(realized.map(({ info }) => units(String(info.covered ?? '0')))),
  };
}

const whole = 10n ** 18n;
const units = (text: string): bigint => {
  const amount = parseAmount(text);
  if (amount === undefined) throw new Error(`${text} is no amount`);
  return amount;
};
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, each) => total + each, 0n);
const deposits = units(first.spot.USDT) + units(first.swap.USDT);
const signOf = ({ side }: VenueFill) => (side === 'buy' ? 1n : -1n);
const baseIn = (fills: readonly VenueFill[], of: string) =>
  sum(fills.filter((fill) => fill.symbol === of).map((f) => signOf(f) * units(f.quantity)));

/**
 * Returns the mark of a liquidation from its entry: the fill's price includes the covered amount.
 */
function markOf(fill: VenueFill, realized: readonly VenueLedgerEntry[]): string {
  const entry = realized.find(({ info }) => String(info.trade_id) === fill.venueTradeId);
  if (entry?.info.covered === undefined) return String(fill.price);
  const share = Number(entry.info.covered) / Number(fill.quantity);
  const mark = Number(entry.info.price);
  expect(fill.price).toBeCloseTo(mark + (fill.side === 'sell' ? share : -share), 9);
  return String(entry.info.price);
}

it('every unit of a day on margin is accounted for by what the session tells', async () => {
  const seen = { liquidations: 0, payments: 0, restarts: 0 };
  const start: Step[] = symbols.map((each) => ({
    kind: 'book',
    symbol: each,
    bid: 10_000,
    spread: 10,
  }));
  const steps = fc.array(step, { minLength: 10, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(steps, async (chosen) => {
      const day = createDay();
      for (const each of [...start, ...chosen]) await day.play(each);
      const told = await answersOf(day.session());
      const { fills, positions, wallet, covered } = told;
      expect(day.heard()).toEqual(fills);
      const realized = sum(told.realized.map(({ amount }) => units(amount)));
      const funding = sum(told.payments.map(({ amount }) => units(amount)));
      const unrealized = sum(positions.map(({ info }) => units(String(info.unrealised))));
      const fees = sum(fills.map(({ fee }) => units(fee)));
      const equity = wallet + unrealized;
      expect(equity).toBe(deposits + realized + unrealized - fees + funding);
      // The sum comes from executions and marks alone; nobody has paid the covered amounts.
      const traded = sum(
        fills.map(
          (f) => (-signOf(f) * units(f.quantity) * units(markOf(f, told.realized))) / whole,
        ),
      );
      const worths = positions.map(({ markPrice, symbol: of }) =>
        of ? (baseIn(fills, of) * units(String(markPrice ?? 0))) / whole : 0n,
      );
      expect(equity).toBe(deposits + traded + sum(worths) - fees + funding + covered);
      for (const each of symbols) {
        const held = positions.find((position) => position.symbol === each);
        expect(units(String(held?.info.base ?? '0'))).toBe(baseIn(fills, each));
      }
      expect(wallet >= 0n || positions.length > 0).toBe(true);
      seen.liquidations += told.realized.filter(({ info }) => info.covered !== undefined).length;
      seen.payments += told.payments.length;
      seen.restarts += chosen.filter(({ kind }) => kind === 'restart').length;
      await day.session().close();
      expect(day.bench.clock.pending()).toBe(0);
      expect(day.bench.books.held()).toEqual([]);
      expect(day.bench.failures).toEqual([]);
    }),
    { numRuns: 120 },
  );
  // A day in which nothing happens proves nothing.
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(10);
});
