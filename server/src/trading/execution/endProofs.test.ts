import { describe, expect, it } from 'vitest';
import { databasePerTest } from '../../../test/support/databases/databases.ts';
import {
  createExecutionBench,
  type ExecutionBench,
  fillOf,
} from '../../../test/support/execution/fixture.ts';
import { stateOf } from '../../../test/support/execution/orders.ts';
import { accountId } from '../../../test/support/orders/fixture.ts';
import type { VenueFill, VenueOrder, VenueOrderState } from '../venues/venuePort.ts';
import { VenueUnavailableError } from '../venues/venuePort.ts';
import type { StoredOrder } from './orderStore.ts';

const database = databasePerTest('sqlite');

interface Ended extends ExecutionBench {
  readonly sent: VenueOrder;
  /** Start times of the requests for the venue's fills, one for each call. */
  readonly asked: number[];
  /** The fills that the venue lists, or the error of its list. */
  listed: readonly VenueFill[] | Error;
  readonly told: StoredOrder[];
  /** Moves the clock by `ms`, then waits until the database has answered. */
  pass(ms: number): Promise<void>;
  order(): Promise<StoredOrder | undefined>;
}

/** Creates an order that rested and that the venue reports as ended. */
async function ended(
  end: Partial<VenueOrderState>,
  { fills = [] as readonly Partial<VenueFill>[], isDoubtful = true } = {},
): Promise<Ended> {
  const bench = await createExecutionBench(await database.open());
  const asked: number[] = [];
  const told: StoredOrder[] = [];
  if (isDoubtful) Object.assign(bench.venue, { doubtfulEnds: ['spot'] });
  const { fills: read } = bench.venue;
  Object.assign(bench.venue, {
    fills(query: Parameters<typeof read>[0], signal: AbortSignal) {
      asked.push(query.sinceMs);
      return read(query, signal);
    },
  });
  bench.execution.events.onOrder((order) => told.push(order));
  await bench.submit({ clientOrderId: 'one' });
  const [sent] = bench.venue.submitted;
  const { events } = bench.venue;
  if (!sent || !events) throw new Error('nothing was sent');
  const pass = async (ms: number): Promise<void> => {
    for (let past = 0; past <= ms; past += 1_000) {
      for (let turn = 0; turn < 20; turn += 1) {
        await bench.orders.find(accountId, 'one');
        await bench.clock.advance(0);
      }
      if (past < ms) await bench.clock.advance(1_000);
    }
  };
  const scene: Ended = {
    ...bench,
    sent,
    asked,
    told,
    pass,
    listed: [],
    order: () => bench.orders.find(accountId, 'one'),
  };
  bench.venue.onFills = async () => {
    if (scene.listed instanceof Error) throw scene.listed;
    return scene.listed;
  };
  for (const fill of fills) events.fill(fillOf(sent, fill));
  events.order(stateOf(sent, { updatedAtMs: bench.clock.now(), ...end }));
  await pass(0);
  return scene;
}

const half = { filled: '0.5', average: 100, cost: '50' };

describe('an end that its record does not prove', () => {
  it.each(['canceled', 'expired'] as const)(
    'is told as %s at once, and corrected',
    async (status) => {
      const test = await ended({ status });
      expect([test.told.at(-1)?.status, test.asked]).toEqual([status, []]);
      test.listed = [fillOf(test.sent, { clientId: undefined })];
      await test.pass(9_000);
      expect(test.asked).toEqual([]);
      await test.pass(6_000);
      expect(test.asked).toHaveLength(1);
      expect(await test.order()).toMatchObject({ status: 'closed', filled: '1' });
      expect(test.told.at(-1)).toMatchObject({ status: 'closed', filled: '1' });
    },
  );

  it('is asked for once where nothing filled, with slack before the order', async () => {
    const test = await ended({ status: 'canceled' });
    const { createdAtMs = 0 } = (await test.order()) ?? {};
    await test.pass(120_000);
    expect(test.asked).toEqual([createdAtMs - 10_000]);
    expect(await test.order()).toMatchObject({ status: 'canceled', filled: '0' });
  });

  it('is asked for where more is told than is stored', async () => {
    const short = await ended({ status: 'canceled', ...half });
    await short.pass(30_000);
    expect(short.asked).toHaveLength(1);
  });

  it('is believed where what filled is what is stored', async () => {
    const test = await ended({ status: 'canceled', ...half }, { fills: [{ quantity: '0.5' }] });
    await test.pass(30_000);
    expect([test.asked, (await test.order())?.filled]).toEqual([[], '0.5']);
  });

  it.each([
    { status: 'closed', filled: '1', average: 100, cost: '100' },
    { status: 'rejected' },
    { status: 'open', ...half },
  ] as const)('is not what $status is', async (end) => {
    const test = await ended(end);
    await test.pass(30_000);
    expect(test.asked).toEqual([]);
  });

  it('is none at a venue that proves its ends', async () => {
    const test = await ended({ status: 'canceled' }, { isDoubtful: false });
    await test.pass(30_000);
    expect(test.asked).toEqual([]);
  });

  it('is asked for again where the venue does not answer, three times in all', async () => {
    const test = await ended({ status: 'canceled' });
    test.listed = new VenueUnavailableError('down');
    await test.pass(25_000);
    expect(test.asked).toHaveLength(2);
    await test.pass(120_000);
    expect([test.asked.length, (await test.order())?.status]).toEqual([3, 'canceled']);
  });

  it('takes no fill of another order', async () => {
    const test = await ended({ status: 'canceled' });
    const other = { clientId: 'f'.repeat(32), venueOrderId: 'v-other' };
    test.listed = [fillOf(test.sent, other)];
    await test.pass(16_000);
    expect(test.asked).toHaveLength(1);
    expect(await test.order()).toMatchObject({ status: 'canceled', filled: '0' });
    expect(test.told.at(-1)?.version).toBe((await test.order())?.version);
  });

  it('is asked for no more once the service stops', async () => {
    const test = await ended({ status: 'canceled' });
    await test.execution.stop();
    await test.pass(30_000);
    expect(test.asked).toEqual([]);
  });
});
