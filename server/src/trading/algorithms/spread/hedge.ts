import type { ChildView } from '../algorithm.ts';
import { without } from '../shared/amounts.ts';
import { hedgeNow, waitForOutcome, withdraw } from '../shared/pair/hedging.ts';
import { type Difference, legOf, openAccountsOf, openOf, whyClosed } from '../shared/pair/legs.ts';
import { type LevelState, mayEqualise, tried } from '../shared/pair/level.ts';
import { isCheaper, type LegOrder } from '../shared/pair/orders.ts';
import { lookAgainMs, type Turn } from '../shared/turn.ts';
import { isOff, type LeadScene, passiveWish } from './lead.ts';

interface PassiveScene extends LeadScene {
  readonly turn: Turn;
  readonly difference: Difference;
  readonly level: LevelState;
  readonly group: number;
  readonly yetToCome: number;
}

/** Hedges with resting orders, which are reposted when their price is off. */
export function hedgePassively(scene: PassiveScene): LevelState {
  const { turn, view, roles, level } = scene;
  const lag = legOf(view, roles.lag);
  const off = offHedges(scene);
  withdraw(turn, off);
  if (lag.live.some(({ isCancelling }) => isCancelling)) {
    waitForOutcome(turn, lag.live);
    return level;
  }
  turn.wait(`Waiting for the hedge on ${lag.symbol} to fill.`, true);
  if (off.length > 0 || !mayEqualise(view, level, { leg: roles.lag, group: scene.group }))
    return level;
  const order = bestPassive(scene);
  if (!order) {
    if (lag.live.length === 0) {
      turn.wait(whyClosed(lag, 'what is unhedged cannot rest there now.'), true);
    }
    return level;
  }
  turn.act({
    kind: 'place',
    ...order,
    timeInForce: 'POST_ONLY',
    purpose: 'hedge',
    group: scene.group,
    leg: roles.lag,
  });
  return tried(level, roles.lag, view.nowMs);
}

/** Returns hedges whose price has moved. */
function offHedges({ view, roles, params }: PassiveScene): readonly ChildView[] {
  const lag = legOf(view, roles.lag);
  return lag.live.filter(({ accountId, placedAtMs, price }) => {
    const account = openAccountsOf(lag).find(({ id }) => id === accountId);
    const wish = account && passiveWish(view, roles, account);
    const stands = view.nowMs < placedAtMs + lookAgainMs;
    return wish !== undefined && !stands && isOff(price, wish.price, params);
  });
}

/** Returns what no live order covers yet, at the account where it would rest at the best price. */
function bestPassive(scene: PassiveScene): LegOrder | undefined {
  const { view, roles, difference, yetToCome } = scene;
  const lag = legOf(view, roles.lag);
  let best: LegOrder | undefined;
  for (const account of openAccountsOf(lag)) {
    const wish = passiveWish(view, roles, account);
    if (!wish) continue;
    const order = { accountId: account.id, price: wish.price };
    const wanted = hedgeNow(view, { difference, accountId: account.id, yetToCome });
    const uncovered = without(wanted, [openOf(lag)]);
    const quantity = lag.sizeOf({ ...order, quantity: uncovered, isClosing: false });
    const isBetter = best === undefined || isCheaper(lag.side, wish.price, best.price);
    if (quantity > 0 && isBetter) best = { ...order, quantity };
  }
  return best;
}
