/**
 * The service itself with only its vault part, in a process of its own: `node serviceProcess.ts
 * <data folder>`. It reports its address and key. It answers each command with the delays of its
 * main thread and its memory since the last one.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createApp } from '../../../server/src/app.ts';
import { loadConfig } from '../../../server/src/config.ts';
import { createSystemClock } from '../../../server/src/kit/clock.ts';
import { createSystemRandom } from '../../../server/src/kit/random.ts';
import { silentLogger } from '../../../server/test/support/silentLogger.ts';
import type { ServiceReport } from './service.ts';

/** Every sample of an idle thread has this length. */
const resolutionMs = 1;
const memoryEveryMs = 100;
const mega = 1_048_576;

const key = 'ak_of-the-vault-bench-0123456789';
const app = await createApp({
  config: loadConfig({
    PORT: '0',
    WINDLASS_SERVICES: 'vault',
    WINDLASS_DATA_DIR: process.argv[2],
    WINDLASS_ADMIN_KEY: key,
    WINDLASS_LEDGER: 'simulated',
    WINDLASS_SEED: 'bench',
    WINDLASS_DEMO: 'off',
    WINDLASS_LOG_LEVEL: 'silent',
    VAULT_RATE_LIMIT_MAX: '1000000000',
  }),
  version: '0.0.0-bench',
  clock: createSystemClock(),
  random: createSystemRandom(),
  logger: silentLogger,
});
const url = await app.listen();

const delay = monitorEventLoopDelay({ resolution: resolutionMs });
delay.enable();
let heapMax = 0;
let rssMax = 0;
const heldMs = (ns: number) => Math.max(0, ns / 1e6 - resolutionMs);
const lookAtMemory = () => {
  const { heapUsed, rss } = process.memoryUsage();
  heapMax = Math.max(heapMax, heapUsed);
  rssMax = Math.max(rssMax, rss);
};
setInterval(lookAtMemory, memoryEveryMs);
process.on('message', () => {
  lookAtMemory();
  const [loopMs, loopP99Ms] = [heldMs(delay.max), heldMs(delay.percentile(99))] as const;
  const [peakHeapMb, peakRssMb] = [heapMax / mega, rssMax / mega];
  globalThis.gc?.();
  heapMax = process.memoryUsage().heapUsed;
  rssMax = 0;
  const report = { loopMs, loopP99Ms, peakHeapMb, peakRssMb, heapMb: heapMax / mega };
  process.send?.(report satisfies ServiceReport);
  // The requested garbage collection must not count as the service's own.
  setTimeout(() => delay.reset(), 5 * resolutionMs);
});
process.on('SIGTERM', () => void app.stop().then(() => process.exit(0)));
process.send?.({ url, key });
