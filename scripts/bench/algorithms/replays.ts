import { createSeededRandom } from '../../../server/src/kit/random.ts';
import { loadCollectors } from '../../../server/src/trading/venues/marketData.ts';
import { simulatedProfiles } from '../../../server/src/trading/venues/registry.ts';
import { createReplayFeeds } from '../../../server/src/trading/venues/shared/replayFeeds.ts';
import { createSimulatedMarket } from '../../../server/src/trading/venues/simulated/index.ts';
import { silentLogger } from '../../../server/test/support/silentLogger.ts';
import { recordedLines, recordingPath } from '../books/recorded.ts';
import { type Contest, type ContestResult, runContest } from './contest.ts';
import { contestAt } from './quality.ts';
import { type BenchFeed, openBenchService } from './service.ts';
import { contestTable } from './summary.ts';

const collectors = await loadCollectors();

/**
 * Recordings with trades, of markets that paper accounts can trade: inverse contracts are not among
 * them. The number of intervals follows from the length of the recording.
 */
const recordings = [
  { part: 'binance/spot_btcusdt_2024', symbol: 'BTC/USDT', intervals: 10 },
  { part: 'binance/usdm_btcusdt_2024', symbol: 'BTC/USDT:USDT', intervals: 5 },
] as const;
/** Each recording is one market; only the random choices of the algorithms differ. */
const drawsASide = 3;

/** Compares TWAPs with naive execution in recorded markets. */
export async function benchReplays(): Promise<string> {
  const parts: string[] = [];
  for (const { part, symbol, intervals } of recordings) {
    const path = recordingPath(part);
    if (path === undefined) continue;
    const quantity = intervals / 10;
    const contest = contestAt('binance', symbol, { intervals, quantity });
    parts.push(await benchRecording(path, contest, part));
  }
  if (parts.length > 0) return parts.join('\n\n');
  return 'Replays need WINDLASS_CAPTURES: without it there is no recorded market.';
}

async function benchRecording(path: string, contest: Contest, part: string): Promise<string> {
  const results: ContestResult[] = [];
  for (let run = 0; run < 2 * drawsASide; run += 1) {
    const service = await openBenchService({ seed: `replay ${run >> 1}`, feed: replay(path) });
    results.push(await runContest(service, { ...contest, side: run % 2 === 0 ? 'buy' : 'sell' }));
    await service.stop();
  }
  const [first] = results;
  const trades = first ? await tradesIn(part, first.fromMs, contest) : undefined;
  const { symbol, intervals } = contest;
  const head = `Recorded ${symbol}, ${intervals} intervals, each side ${drawsASide} times`;
  const vwap = first && trades && trades.volume > 0 ? trades.cost / trades.volume : Number.NaN;
  const apart = (((vwap - (first?.twap ?? Number.NaN)) / vwap) * 10_000).toFixed(2);
  const traded = `${trades?.count} trades meanwhile, their VWAP less the TWAP ${apart} bps`;
  return `${head}; ${traded}:\n\n${contestTable(results)}`;
}

/** Returns the recording as a feed, with lists of markets, which a recording lacks. */
function replay(path: string): BenchFeed {
  let resting = 0;
  let isOver = false;
  return {
    async open(clock) {
      const watched: typeof clock = {
        ...clock,
        async sleep(delayMs, signal) {
          resting += 1;
          await clock.sleep(delayMs, signal);
          resting -= 1;
        },
      };
      const random = createSeededRandom('replay');
      const shared = { logger: silentLogger, random };
      const feeds = await createReplayFeeds({
        ...shared,
        path,
        speed: 1,
        clock: watched,
        collectors,
      });
      void feeds.finished.then(() => {
        isOver = true;
      });
      const timeline = { marketNow: clock.now };
      const market = createSimulatedMarket({
        ...shared,
        seed: 'replay',
        profiles: simulatedProfiles,
        clock,
        timeline,
      });
      return {
        ...feeds,
        markets: { sources: market.markets, isKept: false },
        simulated: {
          // Only the price of USDT is used here; recordings have no such data.
          priceAt: market.priceAt,
          marketTimeMs: clock.now,
          funding: () => undefined,
        },
      };
    },
    async caughtUp() {
      while (resting === 0 && !isOver) await new Promise<void>((resolve) => setImmediate(resolve));
    },
  };
}

interface Traded {
  readonly count: number;
  readonly volume: number;
  readonly cost: number;
}

/** Returns the public trades of a recording during a contest. */
async function tradesIn(part: string, fromMs: number, contest: Contest): Promise<Traded> {
  const all = (await recordedLines(part, ({ t }) => t === 'recv')) ?? [];
  const lines = all.flatMap((line) => (line.t === 'recv' ? [line] : []));
  const startMs = (lines[0]?.atMs ?? 0) + fromMs;
  const endMs = startMs + contest.intervals * contest.intervalMs;
  let [count, volume, cost] = [0, 0, 0];
  for (const line of lines) {
    if (line.atMs < startMs || line.atMs >= endMs) continue;
    if (!line.data.includes('@trade"')) continue;
    const { p, q } = JSON.parse(line.data).data as { p: string; q: string };
    count += 1;
    volume += Number(q);
    cost += Number(p) * Number(q);
  }
  return { count, volume, cost };
}
