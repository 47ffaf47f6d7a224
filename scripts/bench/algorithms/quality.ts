import { parseSymbol } from '../../../server/src/trading/model/symbol.ts';
import { venueIds } from '../../../server/src/trading/model/venue.ts';
import { parseVenueId } from '../../../server/src/trading/venues/registry.ts';
import { type Contest, type ContestResult, runContest } from './contest.ts';
import { openBenchService } from './service.ts';
import { contestTable } from './summary.ts';

/** Order of each seed: about USD 95,000, of which half of the seeds buy. */
const order = { quantity: 1, intervalMs: 60_000, intervals: 10 };

export function contestAt(venueName: string, symbolName: string, of: Partial<Contest>): Contest {
  const venue = parseVenueId(venueName, venueIds);
  const symbol = parseSymbol(symbolName);
  if (!venue || !symbol) throw new Error(`There is no ${symbolName} at ${venueName}.`);
  return { ...order, side: 'buy', ...of, venue, symbol };
}

/** Compares TWAPs with naive execution; each seed is a market of its own. */
export async function benchSimulatedQuality(seeds: number): Promise<string> {
  const fromMs = performance.now();
  const results: ContestResult[] = [];
  for (let seed = 1; seed <= seeds; seed += 1) {
    const service = await openBenchService({ seed: `algorithms ${seed}` });
    const side = seed % 2 === 0 ? 'sell' : 'buy';
    results.push(await runContest(service, contestAt('binance', 'BTC/USDT:USDT', { side })));
    await service.stop();
  }
  const seconds = ((performance.now() - fromMs) / 1_000).toFixed(0);
  const head = `Simulated market, BTC/USDT:USDT at binance, ${seeds} seeds in ${seconds} s:`;
  return `${head}\n\n${contestTable(results)}`;
}
