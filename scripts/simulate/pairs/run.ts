import { simSymbol, simVenues } from '../algorithms/listings.ts';
import { playAlgorithms } from '../algorithms/playing.ts';
import type { Casting, CastingOf } from '../algorithms/scene.ts';
import { drawTime, type SimTime } from '../algorithms/time.ts';
import type { Chance } from '../chance.ts';
import type { RunOptions, RunResult } from '../run.ts';
import { pairActs } from './acts.ts';
import { drawPair, drawSwapSides } from './drawing.ts';
import { createExposure } from './exposure.ts';
import { createPairMarket, swapSymbol } from './market.ts';
import { checkPairsEnd } from './rest.ts';
import { pairRules } from './rules.ts';
import { createTruth } from './truth.ts';

const served = [
  '/order-execution/algorithms',
  '/order-execution/execution/order',
  '/admin/accounts',
  '/admin/halt',
  '/admin/resume',
];
/**
 * Milliseconds for a cancel: an account that refused again and again is retried after five minutes.
 */
const cancelMsMax = 400_000;

const pairs: CastingOf = {
  mode: 'pairs',
  cast(world, store): Casting {
    const time = drawPairTime(world.chance('time'));
    const market = createPairMarket(world, time);
    const accounts = simVenues.map((venue) => ({ id: `sim-${venue}`, venue }));
    const truth = createTruth(world, store);
    const exposure = createExposure({ world, store, market, accounts, truth });
    const sides = drawSwapSides(world.chance('sides'), accounts);
    const isPoor = world.chance('means').happens(0.1);
    return {
      accounts,
      served,
      market,
      cancelMsMax,
      acts: pairActs(sides),
      symbols: [simSymbol, swapSymbol],
      firstBalances: {
        spot: { USDT: '150000', BTC: '3' },
        swap: { USDT: isPoor ? '600' : '60000' },
      },
      horizonS: time.horizonS,
      draw: (drawing, name) => drawPair(sides, drawing, name),
      rules: pairRules({ world, store, truth, exposure }),
      checkEnd: (all, settled) =>
        checkPairsEnd({ world, store: all, truth, market, accounts }, settled),
      figures: exposure.figures,
    };
  },
};

export function runPairSeed(options: RunOptions): Promise<RunResult> {
  return playAlgorithms(options, pairs);
}

/**
 * Draws the time as for others; now and then days, since funding comes every few hours: half a
 * minute each.
 */
function drawPairTime(chance: Chance): SimTime {
  if (!chance.happens(0.002)) return drawTime(chance);
  return { horizonS: chance.integer(86_400, 3 * 86_400), stepMs: 60_000 };
}
