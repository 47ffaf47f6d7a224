import type { Write } from '../../../server/src/store/sqlite/calls.ts';
import { checkLimit } from '../algorithms/oneLeg.ts';
import { type Child, type ChildOrder, childrenOf, openStatuses } from '../algorithms/parents.ts';
import { type FamilyRules, type Sent, toldLate } from '../algorithms/watcher.ts';
import { sum, units } from '../exactSum.ts';
import type { SimStore } from '../simStore.ts';
import type { World } from '../world.ts';
import type { Exposure } from './exposure.ts';
import { apart, isContract, type LegNumber, type Pair, pairOf } from './pairs.ts';
import { positionOf, type Truth } from './truth.ts';

export interface PairRulesDeps {
  readonly world: World;
  readonly store: () => Pick<SimStore, 'rows'>;
  readonly truth: Truth;
  readonly exposure: Exposure;
}

/** Returns the rules for algorithms with two legs. */
export function pairRules(deps: PairRulesDeps): FamilyRules {
  const { world, store, exposure } = deps;
  return {
    moved: () => undefined,
    made(child, { before }) {
      if (!before.isEnding) return;
      world.wrong(`child ${child.client_order_id} is made while its pair is ending`);
    },
    looked(parent, { all }) {
      const pair = pairOf(store().rows, parent.id);
      if (!pair) return;
      checkSums(world, pair, all);
      if (pair.isHalted) world.wrong(`${nameOf(pair)} was stopped by a fault`);
      exposure.moved(pair.id);
    },
    sent(sent, isPaused) {
      const pair = pairOf(store().rows, sent.parent.id);
      if (pair && sent.child) checkSent(deps, { pair, child: sent.child, sent, isPaused });
    },
    placed(parent, orders) {
      const pair = pairOf(store().rows, parent.id);
      if (pair) checkPlaced(deps, pair, orders);
    },
    committed: (writes) => heard(deps, writes),
  };
}

function nameOf({ type, id }: Pair): string {
  return `${type} ${id}`;
}

function heard({ world, store, truth, exposure }: PairRulesDeps, writes: readonly Write[]): void {
  for (const write of writes) {
    if (write.name === 'raiseEpoch') exposure.reborn();
    for (const id of truth.committed(write)) {
      const pair = pairOf(store().rows, id);
      if (pair) checkFilled({ world, store, truth }, pair);
      exposure.moved(id);
    }
  }
}

type Judging = Omit<PairRulesDeps, 'exposure'>;

function lateOf({ world, store }: Judging, { id }: Pair): bigint {
  return toldLate(
    world,
    store().rows<ChildOrder>('select * from meta_orders where parent_id = ?', id),
  );
}

/**
 * Checks at every fill that the legs do not differ too much, and no more is traded than requested.
 */
function checkFilled(deps: Judging, pair: Pair): void {
  const { world, truth } = deps;
  const name = nameOf(pair);
  const late = lateOf(deps, pair);
  const [one, other] = truth.of(pair.id);
  const [first, second] = [positionOf(one), positionOf(other)];
  if (apart(first, second) > pair.riskQuantity + late) {
    world.wrong(
      `${name} holds ${first} against ${second}, further apart than ${pair.riskQuantity}`,
    );
  }
  for (const [leg, { opened, closed, baseFees }] of [one, other].entries()) {
    const held = opened - closed;
    if (held < -late) world.wrong(`${name} has closed more of leg ${leg} than it had: ${held}`);
    if (held > pair.quantity + late) {
      world.wrong(`${name} holds ${held} on leg ${leg}, of ${pair.quantity}`);
    }
    // Only what was kept can be given back: fees that were paid in it were not kept.
    const own = pair.legs[leg === 0 ? 0 : 1];
    const isSpot = own.side === 'buy' && !isContract(own.symbol);
    if (isSpot && closed > 0n && held < baseFees - late) {
      world.wrong(`${name} has sold more of leg ${leg} than it kept: ${held}, fees ${baseFees}`);
    }
  }
  if (one.opened > pair.quantity + late) {
    world.wrong(`${name} has opened ${one.opened} of ${pair.quantity}`);
  }
}

/** Checks that the stored sums of each leg equal those of its children, to the last digit. */
function checkSums(world: World, pair: Pair, all: readonly Child[]): void {
  for (const leg of [0, 1] as const) {
    const stored = pair.sums[leg];
    const own = (isClosing: boolean) =>
      all.filter((child) => child.leg === leg && child.isClosing === isClosing);
    const filled = (isClosing: boolean) => sum(own(isClosing).map((each) => units(each.filled)));
    const cost = (isClosing: boolean) => sum(own(isClosing).map((each) => units(each.cost)));
    const made = [filled(false), filled(true), cost(false), cost(true)].join(' ');
    const told = stored
      ? [stored.opened, stored.closed, stored.openedCost, stored.closedCost].map(units).join(' ')
      : 'nothing';
    if (told !== made) {
      world.wrong(`${nameOf(pair)} has stored ${told} of leg ${leg}, its children made ${made}`);
    }
  }
}

interface Sending {
  readonly pair: Pair;
  readonly child: Child;
  readonly sent: Sent;
  readonly isPaused: boolean;
}

function checkSent(deps: PairRulesDeps, sending: Sending): void {
  const { world } = deps;
  const { pair, child, sent } = sending;
  const { order, line } = sent;
  const name = line.client_order_id;
  const { symbol, side, accountIds } = pair.legs[child.leg];
  const wanted = child.isClosing === (side === 'buy') ? 'sell' : 'buy';
  if (order.symbol !== symbol) world.wrong(`${name} trades ${order.symbol} on leg ${child.leg}`);
  if (order.side !== wanted) world.wrong(`${name} would ${order.side} on leg ${child.leg}`);
  if (!accountIds.includes(sent.accountId)) {
    world.wrong(`${name} is sent by ${sent.accountId}, which has no part in leg ${child.leg}`);
  }
  if (order.reduceOnly !== (child.isClosing && isContract(symbol))) {
    world.wrong(`${name} is sent with reduce-only ${order.reduceOnly}`);
  }
  const isHeld = child.leg === 0 && !child.isClosing;
  const limitPrice = isHeld ? pair.limitPrice : undefined;
  checkLimit(world, { name, side: order.side, price: Number(order.price), limitPrice });
  checkUse(deps, sending);
}

/**
 * Checks that closing orders give back what is there, and that nothing new is opened while it is
 * paused or cancelled.
 */
function checkUse(deps: PairRulesDeps, { pair, child, sent, isPaused }: Sending): void {
  const { world, truth } = deps;
  const name = sent.line.client_order_id;
  const quantity = units(sent.order.quantity);
  const late = lateOf(deps, pair);
  const [own, across] = both(truth, pair.id, child.leg);
  if (child.isClosing && quantity > own + late) {
    world.wrong(`${name} would close ${quantity} of leg ${child.leg}, which holds ${own}`);
  }
  const ahead = child.isClosing ? own - across : across - own;
  const isLeft = isPaused || pair.status === 'CANCELLING';
  const mayClose = child.isClosing && pair.status === 'CANCELLING' && pair.type === 'funding_arb';
  if (!isLeft || mayClose || quantity <= ahead + late) return;
  const state = isPaused ? 'paused' : pair.status;
  world.wrong(`${name} trades ${quantity} while ${state}, and its legs are ${ahead} apart`);
}

function both(truth: Truth, id: string, leg: LegNumber): readonly [bigint, bigint] {
  const [first, second] = truth.of(id);
  const positions = [positionOf(first), positionOf(second)] as const;
  return leg === 0 ? positions : [positions[1], positions[0]];
}

/**
 * Checks that, whichever of its orders fill, the legs differ by no more than allowed and are not
 * too large.
 */
function checkPlaced(deps: PairRulesDeps, pair: Pair, orders: readonly ChildOrder[]): void {
  const { world, store } = deps;
  const late = lateOf(deps, pair);
  const children = new Map(
    childrenOf(store().rows, pair.id).map((child) => [child.client_order_id, child]),
  );
  const extremes = ([0, 1] as const).map((leg) => extremesOf(orders, children, leg));
  const [first, second] = extremes;
  if (!first || !second) return;
  for (const [one, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const most = one.most - other.least;
    if (most <= pair.riskQuantity + late) continue;
    world.wrong(`${nameOf(pair)} may come ${most} apart, of ${pair.riskQuantity}`);
  }
  for (const [leg, { most, opened }] of [first, second].entries()) {
    const placed = leg === 0 ? opened : most;
    if (placed <= pair.quantity + late) continue;
    world.wrong(`${nameOf(pair)} has ${placed} on leg ${leg} at its venues, of ${pair.quantity}`);
  }
}

/** Returns the extremes by its orders alone, open ones at their worst. */
function extremesOf(
  orders: readonly ChildOrder[],
  children: ReadonlyMap<string, Child>,
  leg: LegNumber,
) {
  const own = orders.flatMap((order) => {
    const child = children.get(order.client_order_id);
    if (child?.leg !== leg) return [];
    const isOpen = openStatuses.includes(order.order_status);
    const filled = units(order.quantity_filled);
    const mayFill = isOpen ? units(order.quantity) : filled;
    return [{ isClosing: child.isClosing, filled, mayFill }];
  });
  const of = (isClosing: boolean, what: 'filled' | 'mayFill') =>
    sum(own.filter((each) => each.isClosing === isClosing).map((each) => each[what]));
  return {
    most: of(false, 'mayFill') - of(true, 'filled'),
    least: of(false, 'filled') - of(true, 'mayFill'),
    opened: of(false, 'mayFill'),
  };
}
