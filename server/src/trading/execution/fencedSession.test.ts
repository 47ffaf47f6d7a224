import { beforeEach, describe, expect, it } from 'vitest';
import {
  createMemoryLease,
  type MemoryLease,
} from '../../../test/support/databases/memoryLease.ts';
import { limitOrder as order, stateOf } from '../../../test/support/execution/orders.ts';
import { createManualClock, type ManualClock } from '../../../test/support/manualClock.ts';
import { silentLogger } from '../../../test/support/silentLogger.ts';
import { type HeldLease, takeLease } from '../../store/postgres/lease/holding.ts';
import type { LeaseRow } from '../../store/postgres/lease/leaseRow.ts';
import type { VenueSession } from '../venues/venuePort.ts';
import { fencedSession } from './fencedSession.ts';

const ref = { ...order, venueOrderId: 'v-1' };
const patient = new AbortController().signal;

let clock: ManualClock;
let row: MemoryLease;
let line: LeaseRow & { isCut: boolean };
let lease: HeldLease;
let asked: string[];
let session: VenueSession;

beforeEach(async () => {
  clock = createManualClock();
  row = createMemoryLease();
  line = row.line();
  const by = { token: 'a', holder: 'a' };
  lease = await takeLease({ row: line, clock, logger: silentLogger, by }, {});
  asked = [];
  const note = (name: string) => async () => {
    asked.push(name);
    return { kind: 'done' } as never;
  };
  session = fencedSession(
    { clock, lease },
    {
      submit: async (given) => {
        asked.push('submit');
        return { kind: 'acknowledged', order: stateOf(given) };
      },
      takenWithinMs: () => 0,
      cancel: note('cancel'),
      lookup: note('lookup'),
      openOrders: note('openOrders'),
      balances: note('balances'),
      fills: note('fills'),
      setLeverage: note('setLeverage'),
      transfer: note('transfer'),
      deadMansSwitch: { marketTypes: ['spot'], set: note('switch') },
      close: note('close'),
    },
  );
});

/** Cuts this process off from the row until its lease is over; another may have taken it. */
async function loseLease(): Promise<void> {
  line.isCut = true;
  await clock.advance(5_000);
}

describe('a session of an owner', () => {
  it('asks at once while the lease is valid', async () => {
    const sent = await session.submit({ ...order, sendBeforeMs: 5_000 }, patient);
    expect(sent.kind).toBe('acknowledged');
    await session.cancel(ref, patient);
    expect(asked).toEqual(['submit', 'cancel']);
  });

  it('sends no order whose time is over, lease or not', async () => {
    await clock.advance(6_000);
    const sent = await session.submit({ ...order, sendBeforeMs: 5_000 }, patient);
    expect(sent).toMatchObject({ kind: 'rejected', code: 'NOT_SENT' });
    expect(asked).toEqual([]);
  });
});

describe('a session without a valid lease', () => {
  it('lets an order wait until its time is over, and never sends it after that', async () => {
    await loseLease();
    const sending = session.submit({ ...order, sendBeforeMs: clock.monotonic() + 2_000 }, patient);
    await clock.advance(2_001);
    expect(await sending).toMatchObject({ kind: 'rejected', code: 'NOT_SENT' });
    line.isCut = false;
    await clock.advance(5_000);
    expect(asked).toEqual([]);
  });

  it('sends an order that waited, once the lease is valid again in time', async () => {
    await loseLease();
    const sending = session.submit({ ...order, sendBeforeMs: clock.monotonic() + 2_000 }, patient);
    line.isCut = false;
    await clock.advance(1_000);
    expect((await sending).kind).toBe('acknowledged');
    expect(asked).toEqual(['submit']);
  });

  it('does not send an order that was withdrawn while it waited', async () => {
    await loseLease();
    let isWithdrawn = false;
    const leave = () => !isWithdrawn;
    const given = { ...order, leave, sendBeforeMs: clock.monotonic() + 2_000 };
    const sending = session.submit(given, patient);
    await clock.advance(500);
    isWithdrawn = true;
    line.isCut = false;
    await clock.advance(1_000);
    expect(await sending).toMatchObject({ kind: 'rejected', code: 'NOT_SENT' });
    expect(asked).toEqual([]);
    expect(session.mayHoldBack).toBe(true);
  });

  it('refuses at once when the lease is lost for good', async () => {
    await loseLease();
    const by = { token: 'b', holder: 'b' };
    const heir = takeLease(
      { row: row.line(), clock, logger: silentLogger, by },
      {
        waiting: () => undefined,
      },
    );
    await clock.advance(4_000);
    await heir;
    line.isCut = false;
    await clock.advance(1_000);
    expect(lease.lost.aborted).toBe(true);
    const sent = await session.submit({ ...order, sendBeforeMs: 1e9 }, patient);
    expect(sent).toMatchObject({ kind: 'rejected', code: 'NOT_SENT' });
    expect(asked).toEqual([]);
  });

  it('asks for nothing that may change the account, and reads on', async () => {
    await loseLease();
    const given = new AbortController();
    const waiting = [
      session.cancel(ref, given.signal),
      session.setLeverage?.(
        { symbol: order.symbol, marketType: 'swap', leverage: 2 },
        given.signal,
      ),
      session.transfer?.(
        { asset: 'USDT', amount: '1', from: 'spot', to: 'swap' } as never,
        given.signal,
      ),
    ];
    const switching = session.deadMansSwitch?.set(
      { marketType: 'spot', symbols: [], delayMs: 60_000 },
      given.signal,
    );
    const refused = expect(switching).rejects.toThrow('did not own the engine');
    await session.balances('spot', patient);
    given.abort(new Error('given up'));
    expect(await Promise.all(waiting)).toMatchObject([
      { kind: 'notSent' },
      { kind: 'rejected' },
      { kind: 'rejected' },
    ]);
    await refused;
    expect(asked).toEqual(['balances']);
  });
});
