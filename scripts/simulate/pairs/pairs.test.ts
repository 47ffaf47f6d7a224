import { describe, expect, it } from 'vitest';
import type { InstrumentSymbol } from '../../../server/src/trading/model/symbol.ts';
import { simSymbol, simVenues } from '../algorithms/listings.ts';
import type { SimStore } from '../simStore.ts';
import { createWorld } from '../world.ts';
import { createExposure } from './exposure.ts';
import { createPairMarket, swapSymbol } from './market.ts';
import { smallestOf } from './sizes.ts';
import { createTruth, type Truth } from './truth.ts';

type Rows = SimStore['rows'];

/** Answers a query by the table that it is first about. */
function tables(answers: Readonly<Record<string, readonly object[]>>): Pick<SimStore, 'rows'> {
  const rows: Rows = <Row>(sql: string) => {
    const [, table = ''] = /from (\w+)/.exec(sql) ?? [];
    return (answers[table] ?? []) as readonly Row[];
  };
  return { rows };
}

function setUp() {
  const world = createWorld({
    mode: 'pairs',
    seed: '1',
    profile: 'none',
    plant: undefined,
    isStrict: false,
  });
  const market = createPairMarket(world, { horizonS: 60, stepMs: 1_000 });
  const accounts = simVenues.map((venue) => ({ id: `sim-${venue}`, venue }));
  return { world, market, accounts };
}

const unit = (quantity: number) => BigInt(Math.round(quantity * 1e8)) * 10_000_000_000n;

describe('the truth of the venues', () => {
  const fill = (trade_id: number, quantity: string) => ({
    trade_id,
    market_type: 'spot',
    at_ms: 1,
    fill_json: JSON.stringify({
      clientId: 'c1',
      symbol: simSymbol,
      quantity,
      price: 50_000,
      feeAsset: 'BTC',
      fee: '0.001',
    }),
  });
  const saved = (...fills: object[]) =>
    ({ name: 'savePaper', args: [1, { account: 'sim-kraken@1', fills }] }) as never;

  it.each([
    [{ leg: 0, isClosing: false }, [2, 0], [0, 0]],
    [{ leg: 1, isClosing: true }, [0, 0], [0, 2]],
  ])('counts each fill once, where its child stands: %j', (child, first, second) => {
    const child_json = JSON.stringify(child);
    const store = tables({ algorithm_children: [{ parent_id: 'p', child_json }] });
    const truth = createTruth(setUp().world, () => store);
    expect(truth.committed(saved(fill(1, '1'), fill(2, '1')))).toEqual(['p']);
    expect(truth.committed(saved(fill(2, '1')))).toEqual([]);
    const figures = truth.of('p').map(({ opened, closed }) => [opened, closed]);
    expect(figures).toEqual([first.map(unit), second.map(unit)]);
    expect(truth.of('p')[child.leg === 0 ? 0 : 1].baseFees).toBe(unit(0.002));
  });
});

describe('the smallest order of a leg', () => {
  const leg = (symbol: InstrumentSymbol, accountIds: string[]) =>
    ({ symbol, side: 'buy', accountIds }) as const;

  it('is one that every account of it takes, on the lot, and worth USD 10 where that is asked', () => {
    const { market, accounts } = setUp();
    const sizing = { market, accounts };
    expect(smallestOf(sizing, leg(simSymbol, ['sim-binance']), false)).toBe(unit(0.00021));
    expect(smallestOf(sizing, leg(simSymbol, ['sim-kraken']), false)).toBe(unit(0.00025));
    const both = leg(swapSymbol, ['sim-kraken', 'sim-binance']);
    expect(smallestOf(sizing, both, false)).toBe(unit(0.001));
    expect(smallestOf(sizing, leg(swapSymbol, ['sim-kraken']), true)).toBe(unit(0.0001));
  });
});

describe('the watch over legs that are apart', () => {
  const record = {
    side: 'buy',
    quantity: '1',
    params: {
      contraSymbol: swapSymbol,
      riskQuantity: 0.1,
      maxUnhedgedMs: 5_000,
      anchorAccountIds: ['sim-kraken'],
      contraAccountIds: ['sim-binance'],
    },
    run: { barred: [], isHalted: false, elapsedMs: 0, reported: {} },
  };
  const line = {
    id: 'p',
    type: 'spread',
    status: 'RUNNING',
    symbol: simSymbol,
    created_at_ms: 0,
  };
  const told = (opened: number) => ({
    opened: String(opened),
    closed: '0',
    openedCost: '0',
    closedCost: '0',
    baseFees: '0',
  });
  const lineOf = (first: number, second: number, { isBounded, status }: typeof usual) => {
    const run = { ...record.run, legs: [told(first), told(second)] };
    const { maxUnhedgedMs, ...unbounded } = record.params;
    const params = { ...unbounded, ...(isBounded && { maxUnhedgedMs }) };
    return { ...line, status, record_json: JSON.stringify({ ...record, params, run }) };
  };
  const leg = (opened: number) => ({ opened: unit(opened), closed: 0n, baseFees: 0n });

  const usual = {
    unknown: 0,
    halts: false,
    second: 0,
    heard: 0.05,
    forMs: 20_000,
    isBounded: true,
    status: 'RUNNING',
  };

  async function watch(changes: Partial<typeof usual> = {}) {
    const scene = { ...usual, ...changes };
    const { unknown, halts, second, heard, forMs } = scene;
    const { world, market, accounts } = setUp();
    const positions = [leg(0.05), leg(second)] as const;
    const truth: Truth = { committed: () => [], of: () => positions };
    const store = tables({
      algorithm_orders: [lineOf(heard, second, scene)],
      meta_orders: [{ count: unknown }],
      algorithm_children: [{ count: 0 }],
      exchange_accounts: [{ halted: 0 }],
    });
    const open = { ...market, objection: () => undefined };
    const exposure = createExposure({ world, store: () => store, market: open, accounts, truth });
    world.venues.doors.set('sim-kraken', {} as never);
    if (halts) {
      world.venues.haltedSymbols.add(`sim-binance ${swapSymbol}`);
      world.venues.closed.set('sim-kraken', 'halted');
    }
    await world.clock.advance(10_000);
    exposure.moved('p');
    await world.clock.advance(forMs);
    return { verdicts: world.verdicts, ...exposure.figures() };
  }

  it('finds legs that nobody brings together although both could be traded', async () => {
    const { verdicts, widest, longestMs } = await watch();
    expect(verdicts).toHaveLength(1);
    expect(verdicts[0]).toMatch(/in which both legs could be traded, of 5000 ms/);
    expect(widest).toBe(0.5);
    expect(longestMs).toBeGreaterThan(7_500);
  });

  it('bounds a spread that may wait for its hedges by the time that a cancel takes', async () => {
    const waiting = { isBounded: false, forMs: 60_000 };
    expect(await watch(waiting)).toMatchObject({ verdicts: [], longestMs: 0 });
    expect(await watch({ ...waiting, status: 'PAUSED' })).toMatchObject({ verdicts: [] });
    const { verdicts } = await watch({ ...waiting, status: 'CANCELLING' });
    expect(verdicts).toHaveLength(1);
    expect(verdicts[0]).toMatch(/in which both legs could be traded, of 30000 ms/);
    const soon = { ...waiting, forMs: 31_000, status: 'CANCELLING' };
    expect(await watch(soon)).toMatchObject({ verdicts: [] });
  });

  it('waits for the news of a fill as long as they can be late, and no longer', async () => {
    expect(await watch({ heard: 0, forMs: 8_000 })).toMatchObject({ verdicts: [], longestMs: 0 });
    expect((await watch({ heard: 0 })).verdicts).toHaveLength(1);
  });

  it.each([
    ['less than an order is missing', { second: 0.0495 }],
    ['the outcome of an order is not known', { unknown: 1 }],
    ['neither leg can be traded', { halts: true }],
  ])('counts no time in which %s', async (_, scene) => {
    expect(await watch(scene)).toMatchObject({ verdicts: [], longestMs: 0 });
  });
});
