import { describe, expect, it } from 'vitest';
import { createMemoryLease } from '../../../../test/support/databases/memoryLease.ts';
import { createManualClock, type ManualClock } from '../../../../test/support/manualClock.ts';
import { silentLogger } from '../../../../test/support/silentLogger.ts';
import type { Clock } from '../../../kit/clock.ts';
import { LeaseError } from '../../../kit/lease.ts';
import { type HeldLease, leaseMs, takeLease, type Waiting } from './holding.ts';

/** Two processes and the row that both see; each may have a clock of its own. */
function createBench() {
  const clock = createManualClock();
  const row = createMemoryLease();
  const open = (name: string, own: Clock = clock) => {
    const line = row.line();
    const by = { token: name, holder: `host of ${name}` };
    const taken: { lease?: HeldLease; error?: unknown } = {};
    const take = (waits: Waiting = {}) => {
      takeLease({ row: line, clock: own, logger: silentLogger, by }, waits).then(
        (lease) => {
          taken.lease = lease;
        },
        (error: unknown) => {
          taken.error = error;
        },
      );
      return clock.advance(0);
    };
    const lease = (): HeldLease => {
      if (!taken.lease) throw new Error(`${name} holds no lease`);
      return taken.lease;
    };
    return { line, take, taken, lease };
  };
  return { clock, row, open };
}

/** The same clock, of which one hand can be moved alone. */
function shifted(clock: ManualClock, shift: { wallMs: number; monotonicMs: number }): Clock {
  return {
    ...clock,
    now: () => clock.now() + shift.wallMs,
    monotonic: () => clock.monotonic() + shift.monotonicMs,
  };
}

describe('a lease', () => {
  it('is taken at once where nobody has it, and renewed every second', async () => {
    const { clock, row, open } = createBench();
    const a = open('a');
    await a.take();
    expect(a.lease().epoch).toBe(1);
    await clock.advance(10_000);
    expect(row.sight().renewals).toBe(10);
    expect(a.lease().validForMs()).toBeGreaterThan(leaseMs - 1_000);
  });

  it('passes 3.5 s after a standby saw the last renewal, when its holder is dead', async () => {
    const { clock, open } = createBench();
    const [a, b] = [open('a'), open('b')];
    await a.take();
    const told: string[] = [];
    await b.take({ waiting: (holder) => told.push(holder) });
    await clock.advance(10_000);
    expect(told).toEqual(['host of a']);
    a.line.isCut = true;
    let waitedMs = 0;
    for (; !b.taken.lease; waitedMs += 50) await clock.advance(50);
    expect(waitedMs).toBeGreaterThanOrEqual(2_500);
    expect(waitedMs).toBeLessThanOrEqual(3_800);
    expect(b.lease().epoch).toBe(2);
    expect(a.lease().validForMs()).toBeLessThanOrEqual(0);
  });

  it('passes at once when it was given up', async () => {
    const { clock, open } = createBench();
    const [a, b] = [open('a'), open('b')];
    await a.take();
    await b.take({ waiting: () => undefined });
    await a.lease().release();
    expect(a.lease().validForMs()).toBe(0);
    await clock.advance(200);
    expect(b.lease().epoch).toBe(2);
  });

  it('is valid to exactly one of two holders at any time, however the line is cut', async () => {
    const { clock, open } = createBench();
    const [a, b] = [open('a'), open('b')];
    await a.take();
    await b.take({ waiting: () => undefined });
    for (let step = 0; step < 400; step += 1) {
      a.line.isCut = step % 100 > 60;
      await clock.advance(100);
      const valid = [a, b].filter(({ taken }) => (taken.lease?.validForMs() ?? 0) > 0);
      expect(valid.length).toBeLessThanOrEqual(1);
    }
    expect(b.lease().epoch).toBe(2);
  });

  it('counts from before the renewal was asked, however late the answer came', async () => {
    const { clock, open } = createBench();
    const a = open('a');
    await a.take();
    a.line.after = () => clock.sleep(700);
    await clock.advance(1_700);
    expect(a.lease().validForMs()).toBe(leaseMs - 700);
  });

  it('ends by the wall clock where the monotonic clock stood still in a suspend', async () => {
    const { clock, open } = createBench();
    const shift = { wallMs: 0, monotonicMs: 0 };
    const a = open('a', shifted(clock, shift));
    await a.take();
    shift.wallMs = 60_000;
    expect(a.lease().validForMs()).toBeLessThanOrEqual(0);
    expect(() => a.lease().assertValid(0)).toThrow(LeaseError);
    // Nobody took it meanwhile: the next renewal makes it valid again, in the same epoch.
    await clock.advance(1_000);
    expect(a.lease().validForMs()).toBe(leaseMs);
  });

  it('does not last longer because the wall clock was set back', async () => {
    const { clock, open } = createBench();
    const shift = { wallMs: 0, monotonicMs: 0 };
    const a = open('a', shifted(clock, shift));
    await a.take();
    a.line.isCut = true;
    shift.wallMs = -3_600_000;
    await clock.advance(leaseMs);
    expect(a.lease().validForMs()).toBeLessThanOrEqual(0);
  });

  it('ends by a sleep that follows after the wall clock was set back', async () => {
    const { clock, open } = createBench();
    const shift = { wallMs: 0, monotonicMs: 0 };
    const a = open('a', shifted(clock, shift));
    await a.take();
    a.line.isCut = true;
    shift.wallMs = -8_000;
    await clock.advance(1_000);
    // The monotonic clock stands still while the machine sleeps for two seconds.
    shift.wallMs += 2_000;
    expect(a.lease().validForMs()).toBeLessThanOrEqual(0);
  });

  it('ends by a sleep that it saw before the wall clock was set back', async () => {
    const { clock, open } = createBench();
    const shift = { wallMs: 0, monotonicMs: 0 };
    const a = open('a', shifted(clock, shift));
    await a.take();
    a.line.isCut = true;
    // The monotonic clock stands still while the machine sleeps for five seconds.
    shift.wallMs += 5_000;
    expect(a.lease().validForMs()).toBeLessThanOrEqual(0);
    shift.wallMs -= 5_000;
    expect(a.lease().validForMs()).toBeLessThanOrEqual(0);
  });

  it('lasts as long however often it is asked for', async () => {
    const { clock, open } = createBench();
    // Wall clocks tell whole milliseconds.
    const whole: Clock = { ...clock, now: () => Math.floor(clock.now()) };
    const a = open('a', whole);
    await a.take();
    a.line.isCut = true;
    for (let step = 0; step < 4_000; step += 1) {
      await clock.advance(0.25);
      a.lease().validForMs();
    }
    expect(a.lease().validForMs()).toBeGreaterThan(leaseMs - 1_000 - 20);
  });

  it('goes on in the same epoch after an outage in which nobody took it', async () => {
    const { clock, open } = createBench();
    const a = open('a');
    await a.take();
    a.line.isCut = true;
    await clock.advance(60_000);
    expect(a.lease().validForMs()).toBeLessThanOrEqual(0);
    expect(a.lease().lost.aborted).toBe(false);
    a.line.isCut = false;
    await clock.advance(1_000);
    expect(a.lease().validForMs()).toBe(leaseMs);
    expect(a.lease().epoch).toBe(1);
  });

  it('stays with its holder when both could not reach the database for long', async () => {
    const { clock, open } = createBench();
    const [a, b] = [open('a'), open('b')];
    await a.take();
    await b.take({ waiting: () => undefined });
    await clock.advance(5_000);
    [a.line.isCut, b.line.isCut] = [true, true];
    await clock.advance(30_000);
    [a.line.isCut, b.line.isCut] = [false, false];
    await clock.advance(10_000);
    expect(b.taken.lease).toBeUndefined();
    expect(a.lease().validForMs()).toBeGreaterThan(0);
  });

  it('is lost for good once another has taken it', async () => {
    const { clock, open } = createBench();
    const [a, b] = [open('a'), open('b')];
    await a.take();
    await b.take({ waiting: () => undefined });
    a.line.isCut = true;
    await clock.advance(5_000);
    a.line.isCut = false;
    await clock.advance(1_000);
    expect(a.lease().lost.aborted).toBe(true);
    expect(a.lease().validForMs()).toBe(0);
    expect(b.lease().lost.aborted).toBe(false);
  });

  it('is not taken by a renewal that arrives after a takeover', async () => {
    const { clock, row, open } = createBench();
    const [a, b] = [open('a'), open('b')];
    await a.take();
    await b.take({ waiting: () => undefined });
    const gate = Promise.withResolvers<void>();
    a.line.before = () => gate.promise;
    await clock.advance(6_000);
    expect(b.lease().epoch).toBe(2);
    gate.resolve();
    await clock.advance(1);
    expect(row.sight().token).toBe('b');
    expect(a.lease().lost.aborted).toBe(true);
  });

  it('lets a request wait until it is valid again, and no longer than the request may', async () => {
    const { clock, open } = createBench();
    const a = open('a');
    await a.take();
    a.line.isCut = true;
    await clock.advance(5_000);
    const given = new AbortController();
    const [patient, hasty] = [
      a.lease().whenValid(500, new AbortController().signal),
      a.lease().whenValid(500, given.signal),
    ];
    const refused = expect(hasty).rejects.toThrow('too late');
    given.abort(new Error('too late'));
    await refused;
    a.line.isCut = false;
    await clock.advance(1_000);
    await patient;
  });

  it('refuses whoever does not want to wait as soon as its holder was seen alive', async () => {
    const { clock, open } = createBench();
    const [a, b] = [open('a'), open('b')];
    await a.take();
    const refusal = new AbortController();
    await b.take({ signal: refusal.signal, busy: () => refusal.abort(new Error('busy')) });
    await clock.advance(1_500);
    expect(b.taken.error).toEqual(new Error('busy'));
  });

  it('shows standbys in the database', async () => {
    const { clock, row, open } = createBench();
    const [a, b] = [open('a'), open('b')];
    await a.take();
    await b.take({ waiting: () => undefined });
    await clock.advance(1_000);
    expect(row.standbys()).toEqual(['host of b']);
  });
});
