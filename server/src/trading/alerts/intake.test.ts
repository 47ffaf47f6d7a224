import { expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manualClock.ts';
import { silentLogger } from '../../../test/support/silentLogger.ts';
import type { Logger } from '../../kit/logger.ts';
import { createIntake } from './intake.ts';

const alert = (number: number) => {
  return { alertId: `alert-${number}`, kind: 'test', body: '{}' } as const;
};

function setUp() {
  const clock = createManualClock();
  const tried: string[] = [];
  const errors: unknown[] = [];
  const logger: Logger = { ...silentLogger, error: (fields) => errors.push(fields) };
  const database = { isDown: false, wakes: 0 };
  const intake = createIntake({
    clock,
    logger,
    async write({ alertId }) {
      tried.push(alertId);
      if (database.isDown) throw new Error('down');
    },
    written: () => {
      database.wakes += 1;
    },
  });
  return { clock, tried, errors, database, intake };
}

it('writes one after the other, and says so', async () => {
  const { clock, tried, database, intake } = setUp();
  for (let i = 0; i < 3; i += 1) intake.add(alert(i));
  await clock.advance(0);
  expect([tried, database.wakes]).toEqual([['alert-0', 'alert-1', 'alert-2'], 3]);
});

it('goes on in order once the database takes it', async () => {
  const { clock, tried, database, intake, errors } = setUp();
  database.isDown = true;
  intake.add(alert(0));
  intake.add(alert(1));
  await clock.advance(2_500);
  expect(tried).toEqual(['alert-0', 'alert-0', 'alert-0']);
  database.isDown = false;
  await clock.advance(1_000);
  expect(tried.slice(3)).toEqual(['alert-0', 'alert-1']);
  expect(errors).toEqual([]);
});

it('holds a thousand, keeps the first of them, and says how many were lost', async () => {
  const { clock, tried, database, intake, errors } = setUp();
  database.isDown = true;
  for (let i = 0; i < 1_005; i += 1) intake.add(alert(i));
  await clock.advance(0);
  database.isDown = false;
  await clock.advance(1_000);
  expect(new Set(tried).size).toBe(1_000);
  expect(tried.at(-1)).toBe('alert-999');
  expect(errors).toEqual([{ lost: 5 }]);
});

it('stops at once when the database is down, and within a second when it hangs', async () => {
  const { clock, database, intake, errors } = setUp();
  database.isDown = true;
  intake.add(alert(0));
  await clock.advance(0);
  await intake.stop();
  expect(errors).toEqual([{ lost: 1 }]);
  const write = () => new Promise<void>(() => undefined);
  const hung = createIntake({ clock, logger: silentLogger, write, written: () => undefined });
  hung.add(alert(1));
  const stopped = hung.stop();
  await clock.advance(1_000);
  await stopped;
  expect(clock.pending()).toBe(0);
});
