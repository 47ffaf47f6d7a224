import { expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manualClock.ts';
import { silentLogger } from '../../../test/support/silentLogger.ts';
import { createSeededRandom } from '../../kit/random.ts';
import { Courier } from './courier.ts';
import type { Waiting } from './deliveries.ts';

/** One delivery on a database that can be down. */
function setUp() {
  const clock = createManualClock();
  const head: Waiting = {
    seq: 1,
    id: 'alert.webhook',
    webhookId: 'webhook',
    target: '',
    kind: 'test',
    body: '{}',
    attempts: 0,
    nextAttemptAtMs: clock.now(),
  };
  const seen = { isDown: false, reads: 0, sent: 0, written: [] as string[] };
  const takes = { readMs: 0, sendMs: 0 };
  const refuseIfDown = () => {
    if (seen.isDown) throw new Error('down');
  };
  const courier = new Courier({
    clock,
    random: createSeededRandom('courier'),
    logger: silentLogger,
    deliveries: {
      add: async () => undefined,
      async heads() {
        seen.reads += 1;
        refuseIfDown();
        const heads = seen.written.length > 0 ? [] : [head];
        if (takes.readMs > 0) await clock.sleep(takes.readMs);
        return heads;
      },
      async advance(_id, { status }) {
        refuseIfDown();
        seen.written.push(status);
      },
    },
    attempt: async () => {
      seen.sent += 1;
      if (takes.sendMs > 0) await clock.sleep(takes.sendMs);
      return { ok: true };
    },
  });
  return { clock, courier, seen, takes };
}

it('reads again after five seconds when the database refuses', async () => {
  const { clock, courier, seen } = setUp();
  seen.isDown = true;
  courier.start();
  await clock.advance(4_999);
  expect([seen.reads, seen.sent]).toEqual([1, 0]);
  seen.isDown = false;
  await clock.advance(1);
  expect([seen.sent, seen.written]).toEqual([1, ['delivered']]);
  expect(clock.pending()).toBe(0);
});

it('sends nothing twice while what became of it cannot be written', async () => {
  const { clock, courier, seen } = setUp();
  courier.start();
  seen.isDown = true;
  await clock.advance(60_000);
  courier.wake();
  await clock.advance(60_000);
  expect([seen.sent, seen.written]).toEqual([1, []]);
  seen.isDown = false;
  await clock.advance(5_000);
  expect([seen.sent, seen.written]).toEqual([1, ['delivered']]);
});

it('sends nothing twice that ended while the database was read', async () => {
  const { clock, courier, seen, takes } = setUp();
  takes.sendMs = 100;
  courier.start();
  await clock.advance(50);
  // The rows read here are older than the end of the attempt in progress, but arrive after it.
  takes.readMs = 100;
  courier.wake();
  await clock.advance(1_000);
  expect([seen.sent, seen.written]).toEqual([1, ['delivered']]);
});

it('begins nothing before its start and after its stop', async () => {
  const { clock, courier, seen } = setUp();
  courier.wake();
  await clock.advance(1_000);
  await courier.stop();
  courier.wake();
  await clock.advance(1_000);
  expect([seen.reads, seen.sent]).toEqual([0, 0]);
});
