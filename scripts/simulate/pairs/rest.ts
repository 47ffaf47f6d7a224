import type { SimMarket } from '../algorithms/market.ts';
import {
  type ChildOrder,
  childrenOf,
  filledAtVenue,
  fillsOfOrder,
  ordersOf,
  quantityOf,
} from '../algorithms/parents.ts';
import type { Settled } from '../algorithms/scene.ts';
import { toldLate } from '../algorithms/watcher.ts';
import { sum, times, units } from '../exactSum.ts';
import type { SimAccount } from '../incarnation.ts';
import type { SimStore } from '../simStore.ts';
import type { World } from '../world.ts';
import { allPairs, apart, type LegNumber, type Pair } from './pairs.ts';
import { smallestOf } from './sizes.ts';
import { positionOf, type Truth } from './truth.ts';
import { checkWallets } from './wallets.ts';

interface AtEnd {
  readonly world: World;
  readonly store: SimStore;
  readonly truth: Truth;
  readonly market: SimMarket;
  readonly accounts: readonly SimAccount[];
}

/** Checks, after everything was cancelled, that legs and accounts are left as they should be. */
export async function checkPairsEnd(end: AtEnd, { firstBalances }: Settled): Promise<void> {
  const { world, store } = end;
  for (const pair of allPairs(store.rows)) {
    checkSums(end, pair);
    checkLeft(end, pair);
    checkCollected(end, pair);
  }
  await checkWallets(world, store, firstBalances.swap ?? {});
}

function nameOf({ type, id, status }: Pair): string {
  return `${type} ${id} (${status})`;
}

/** Checks that the stored sums of each leg equal its fills at the venues, to the last digit. */
function checkSums({ world, store, truth }: AtEnd, pair: Pair): void {
  const fills = filledAtVenue(store);
  const orders = ordersOf(store.rows, pair.id);
  const children = new Map(
    childrenOf(store.rows, pair.id).map((child) => [child.client_order_id, child]),
  );
  for (const leg of [0, 1] as const) {
    const own = (isClosing: boolean) =>
      orders.filter(({ client_order_id }) => {
        const child = children.get(client_order_id);
        return child?.leg === leg && child.isClosing === isClosing;
      });
    const filled = (isClosing: boolean) =>
      own(isClosing).flatMap((order) => fillsOfOrder(fills, order));
    const cost = (isClosing: boolean) =>
      sum(filled(isClosing).map(({ price, quantity }) => times(price, quantity)));
    const atVenues = [
      quantityOf(filled(false)),
      quantityOf(filled(true)),
      cost(false),
      cost(true),
      buysBase(pair, leg) ? truth.of(pair.id)[leg].baseFees : 0n,
    ].join(' ');
    const sums = pair.sums[leg];
    const stored = sums
      ? [sums.opened, sums.closed, sums.openedCost, sums.closedCost, sums.baseFees].map(units)
      : [];
    if (stored.join(' ') === atVenues) continue;
    world.wrong(`${nameOf(pair)} has ${stored.join(' ')} on leg ${leg}, its venues ${atVenues}`);
  }
}

function buysBase({ legs }: Pair, leg: LegNumber): boolean {
  return legs[leg].side === 'buy';
}

/**
 * Checks that the legs are equal, or empty where a cancel gives back, except for amounts too small
 * to order; the reason must then name them.
 */
function checkLeft(end: AtEnd, pair: Pair): void {
  const { world, store, truth } = end;
  const [one, other] = truth.of(pair.id);
  const [first, second] = [positionOf(one), positionOf(other)];
  const late = toldLate(world, store.rows<ChildOrder>(ordersSql, pair.id));
  const ahead = first > second ? 0 : 1;
  const lagging = ahead === 0 ? 1 : 0;
  const least = smallestOf(end, pair.legs[lagging], false);
  const distance = apart(first, second);
  if (distance >= least + late && pair.type === 'spread') {
    world.wrong(`${nameOf(pair)} ends with ${first} against ${second}: ${pair.reason}`);
  }
  if (distance > 0n && pair.type === 'spread' && !/\d/.test(pair.reason)) {
    world.wrong(`${nameOf(pair)} ends ${distance} apart, and says ${pair.reason || 'nothing'}`);
  }
  if (pair.type !== 'funding_arb') return;
  for (const [leg, { opened, closed, baseFees }] of [one, other].entries()) {
    const rest = opened - closed - baseFees;
    const own = smallestOf(end, pair.legs[leg === 0 ? 0 : 1], true);
    if (rest < own + late) continue;
    world.wrong(`${nameOf(pair)} ends with ${rest} on leg ${leg}: ${pair.reason}`);
  }
}

const ordersSql = 'select * from meta_orders where parent_id = ?';

/** Checks that the reported funding equals payments to its account while it held the contracts. */
function checkCollected({ world, store, accounts }: AtEnd, pair: Pair): void {
  const { funding_collected: told } = pair.reported;
  if (typeof told !== 'number' || told === 0) return;
  const [accountId = ''] = pair.legs[1].accountIds;
  if (!accounts.some(({ id }) => id === accountId)) return;
  const paid = store
    .rows<{ entry_json: string }>(
      `select entry_json from paper_ledger
      where kind = 'funding' and account like ? and at_ms >= ? order by entry_id desc`,
      ...[`${accountId}@%`, pair.createdAtMs],
    )
    .map(({ entry_json }) => units((JSON.parse(entry_json) as { amount: string }).amount));
  if (!isRun(paid, told)) {
    world.wrong(`${nameOf(pair)} has collected ${told}, its account was paid ${paid.join(' ')}`);
  }
}

/**
 * True when some consecutive payments make the sum: others came before or after it held anything.
 */
function isRun(payments: readonly bigint[], total: number): boolean {
  return payments.some((_, from) => {
    let made = 0n;
    return payments.slice(from).some((payment) => {
      made += payment;
      return Math.abs(Number(made) / 1e18 - total) < 1e-9;
    });
  });
}
