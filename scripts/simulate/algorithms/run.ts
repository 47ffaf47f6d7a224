import type { RunOptions, RunResult } from '../run.ts';
import type { World } from '../world.ts';
import { usualActs } from './acts.ts';
import { drawParent } from './drawing.ts';
import { simSymbol, simVenues, spotListings } from './listings.ts';
import { createSimMarket } from './market.ts';
import { oneLegRules } from './oneLeg.ts';
import { playAlgorithms } from './playing.ts';
import type { Casting, CastingOf } from './scene.ts';
import { drawTime } from './time.ts';

const served = [
  '/order-execution/algorithms',
  '/order-execution/execution/order',
  '/admin/accounts',
  '/admin/halt',
  '/admin/resume',
];

const algorithms: CastingOf = {
  mode: 'algorithms',
  cast(world: World): Casting {
    const { horizonS, stepMs } = drawTime(world.chance('time'));
    const market = createSimMarket({
      chance: world.chance('market'),
      faults: world.faults,
      stepMs,
      elapsedMs: world.clock.elapsedMs,
      listings: spotListings,
      depth: [0.01, 0.2],
    });
    return {
      accounts: simVenues.map((venue) => ({ id: `sim-${venue}`, venue })),
      symbols: [simSymbol],
      served,
      horizonS,
      market,
      acts: usualActs,
      draw: drawParent,
      firstBalances: { spot: { USDT: '150000', BTC: '3' } },
      rules: oneLegRules(world),
      cancelMsMax: 60_000,
      checkEnd: async () => undefined,
      figures: () => undefined,
    };
  },
};

export function runAlgorithmSeed(options: RunOptions): Promise<RunResult> {
  return playAlgorithms(options, algorithms);
}
