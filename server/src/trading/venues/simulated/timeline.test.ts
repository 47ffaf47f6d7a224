import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../test/support/manualClock.ts';
import { marketStartMs } from '../../../../test/support/marketData/simulated.ts';
import { silentLogger } from '../../../../test/support/silentLogger.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { Logger } from '../../../kit/logger.ts';
import { createTimeline } from './timeline.ts';

const hourMs = 3_600_000;

/** Keeps the saved text, after an optional delay, like a disk that survives the process. */
function createDisk(clock: Clock, latencyMs = 0) {
  const disk = { text: undefined as string | undefined, saves: 0 };
  const save = async (text: string) => {
    disk.saves += 1;
    if (latencyMs > 0) await clock.sleep(latencyMs);
    disk.text = text;
  };
  return { disk, save };
}

function warnings() {
  const seen: string[] = [];
  const logger: Logger = { ...silentLogger, warn: (_fields, message) => void seen.push(message) };
  return { seen, logger };
}

describe('the timeline of the market', () => {
  it('starts at the wall clock and moves with it', async () => {
    const clock = createManualClock(marketStartMs);
    const { save } = createDisk(clock);
    const timeline = createTimeline({ clock, logger: silentLogger, load: undefined, save });
    expect(timeline.marketNow()).toBe(marketStartMs);
    await clock.advance(12_345);
    expect(timeline.marketNow()).toBe(marketStartMs + 12_345);
  });

  it('does not move when the wall clock is stepped', async () => {
    const clock = createManualClock(marketStartMs);
    let stepMs = 0;
    const stepped: Clock = { ...clock, now: () => clock.now() + stepMs };
    const { save } = createDisk(clock);
    const timeline = createTimeline({
      clock: stepped,
      logger: silentLogger,
      load: undefined,
      save,
    });
    stepMs = -hourMs;
    expect(timeline.marketNow()).toBe(marketStartMs);
    await clock.advance(1_000);
    expect(timeline.marketNow()).toBe(marketStartMs + 1_000);
  });

  it('saves every second and a last time when stopped, then no more', async () => {
    const clock = createManualClock(marketStartMs);
    const { disk, save } = createDisk(clock);
    const timeline = createTimeline({ clock, logger: silentLogger, load: undefined, save });
    await clock.advance(10_500);
    expect(disk.saves).toBe(11);
    await timeline.stop();
    expect(disk.saves).toBe(12);
    expect(JSON.parse(disk.text ?? '')).toEqual({
      marketTimeMs: marketStartMs + 10_500,
      wallTimeMs: marketStartMs + 10_500,
    });
    expect(clock.pending()).toBe(0);
  });

  it('stands still while the service is down, and lives no moment twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          livedMs: fc.integer({ min: 1_000, max: 20_000 }),
          latencyMs: fc.integer({ min: 0, max: 240 }),
          downMs: fc.integer({ min: 0, max: 100 * hourMs }),
          crashes: fc.integer({ min: 1, max: 3 }),
        }),
        async ({ livedMs, latencyMs, downMs, crashes }) => {
          let wallMs = marketStartMs;
          let text: string | undefined;
          let lastMarketMs = 0;
          for (let life = 0; life <= crashes; life += 1) {
            const clock = createManualClock(wallMs);
            const { disk, save } = createDisk(clock, latencyMs);
            const timeline = createTimeline({ clock, logger: silentLogger, load: text, save });
            const skippedMs = timeline.marketNow() - lastMarketMs;
            if (life > 0) {
              expect(skippedMs).toBeGreaterThan(0);
              expect(skippedMs).toBeLessThanOrEqual(1_250);
            }
            await clock.advance(livedMs);
            lastMarketMs = timeline.marketNow();
            text = disk.text;
            wallMs += livedMs + downMs;
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('has at most one save in flight', async () => {
    const clock = createManualClock(marketStartMs);
    const { disk, save } = createDisk(clock, 3_500);
    createTimeline({ clock, logger: silentLogger, load: undefined, save });
    await clock.advance(3_000);
    expect(disk.saves).toBe(1);
    await clock.advance(1_500);
    expect(disk.saves).toBe(2);
  });

  it('waits for a save in flight before the last one', async () => {
    const clock = createManualClock(marketStartMs);
    const order: string[] = [];
    const save = async () => {
      order.push('begin');
      await clock.sleep(10);
      order.push('end');
    };
    const timeline = createTimeline({ clock, logger: silentLogger, load: undefined, save });
    const stopped = timeline.stop();
    await clock.advance(100);
    await stopped;
    expect(order).toEqual(['begin', 'end', 'begin', 'end']);
  });

  it('goes on when saving fails, says so once per outage, and saves again afterwards', async () => {
    const clock = createManualClock(marketStartMs);
    const { seen, logger } = warnings();
    const kept: string[] = [];
    let broken = true;
    const save = async (text: string) => {
      if (broken) throw new Error('No space left on device');
      kept.push(text);
    };
    const timeline = createTimeline({ clock, logger, load: undefined, save });
    await clock.advance(5_000);
    expect(seen).toHaveLength(1);
    expect(timeline.marketNow()).toBe(marketStartMs + 5_000);
    broken = false;
    await clock.advance(2_000);
    expect(kept).toHaveLength(2);
    broken = true;
    await timeline.stop();
    expect(seen).toHaveLength(2);
  });

  it('starts anew at the wall clock from a text it cannot read', () => {
    for (const load of ['', '{', 'null', '7', '{"marketTimeMs":"1","wallTimeMs":1}', '{"a":1}']) {
      const clock = createManualClock(marketStartMs);
      const { seen, logger } = warnings();
      const { save } = createDisk(clock);
      const timeline = createTimeline({ clock, logger, load, save });
      expect(timeline.marketNow()).toBe(marketStartMs);
      expect(seen).toHaveLength(1);
    }
  });
});
