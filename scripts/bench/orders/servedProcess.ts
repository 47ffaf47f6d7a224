/**
 * The service itself with only its trading part, on the simulated feed, in a process of its own:
 * `node servedProcess.ts <data folder>`. It reports its address and key. It answers each command
 * with the delays of its main thread since the last one.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createApp } from '../../../server/src/app.ts';
import { loadConfig } from '../../../server/src/config.ts';
import { createSystemClock } from '../../../server/src/kit/clock.ts';
import { createSystemRandom } from '../../../server/src/kit/random.ts';
import { silentLogger } from '../../../server/test/support/silentLogger.ts';
import type { LoopReport } from './served.ts';

/** Every sample of an idle thread has this length. */
const resolutionMs = 1;

const key = 'ak_of-the-order-bench-0123456789';
const app = await createApp({
  config: loadConfig({
    PORT: '0',
    WINDLASS_SERVICES: 'trading',
    WINDLASS_DATA_DIR: process.argv[2],
    WINDLASS_ADMIN_KEY: key,
    WINDLASS_SEED: 'bench',
    WINDLASS_LOG_LEVEL: 'silent',
    TRADING_RATE_LIMIT_MAX: '1000000000',
  }),
  version: '0.0.0-bench',
  clock: createSystemClock(),
  random: createSystemRandom(),
  logger: silentLogger,
});
const url = await app.listen();

const delay = monitorEventLoopDelay({ resolution: resolutionMs });
delay.enable();
const heldMs = (ns: number) => Math.max(0, ns / 1e6 - resolutionMs);
let cpuBefore = process.cpuUsage();
let sinceMs = performance.now();
process.on('message', () => {
  const { user, system } = process.cpuUsage(cpuBefore);
  const cores = (user + system) / 1_000 / (performance.now() - sinceMs);
  const report = { p99Ms: heldMs(delay.percentile(99)), maxMs: heldMs(delay.max), cores };
  process.send?.(report satisfies LoopReport);
  delay.reset();
  cpuBefore = process.cpuUsage();
  sinceMs = performance.now();
});
process.on('SIGTERM', () => void app.stop().then(() => process.exit(0)));
process.send?.({ url, key });
