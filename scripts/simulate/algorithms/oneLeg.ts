import { sum, units } from '../exactSum.ts';
import type { World } from '../world.ts';
import { openStatuses } from './parents.ts';
import { type FamilyRules, type Sent, toldLate } from './watcher.ts';

/** Returns the rules for algorithms with one leg. */
export function oneLegRules(world: World): FamilyRules {
  return {
    moved(before, now) {
      const isStill = before.status === 'PAUSED' && now.status === 'PAUSED';
      if (!isStill || now.elapsedMs <= before.elapsedMs) return;
      world.wrong(`the clock of algorithm ${now.id} goes on while it is paused`);
    },
    made(child, { before, now }) {
      const isOn = before.status === 'RUNNING' && now.status === 'RUNNING' && !before.isEnding;
      // A step can contain both a resumption and its first children.
      if (isOn || (before.status === 'PAUSED' && now.status === 'RUNNING')) return;
      world.wrong(`child ${child.client_order_id} is made while ${before.status}, ${now.status}`);
    },
    looked: () => undefined,
    sent(sent, isPaused) {
      checkTerms(world, sent);
      if (isPaused) world.wrong(`${sent.line.client_order_id} is sent while paused`);
    },
    /** Checks that filled and still open quantities never exceed the requested quantity. */
    placed(parent, orders) {
      const placed = sum(
        orders.map(({ order_status, quantity, quantity_filled }) =>
          units(openStatuses.includes(order_status) ? quantity : quantity_filled),
        ),
      );
      if (placed <= units(parent.quantity) + toldLate(world, orders)) return;
      world.wrong(`algorithm ${parent.id} has ${placed} at its venues, of ${parent.quantity}`);
    },
    committed: () => undefined,
  };
}

function checkTerms(world: World, { parent, line, order }: Sent): void {
  const { limitPrice, side } = parent;
  const name = line.client_order_id;
  if (order.side !== side) world.wrong(`${name} would ${order.side}`);
  checkLimit(world, { name, side, limitPrice, price: Number(order.price) });
}

interface Priced {
  readonly name: string;
  readonly side: 'buy' | 'sell';
  readonly price: number;
  readonly limitPrice: number | undefined;
}

/** Checks that no order is sent beyond the limit price. */
export function checkLimit(world: World, { name, side, price, limitPrice }: Priced): void {
  if (limitPrice === undefined) return;
  if (side === 'buy' ? price > limitPrice : price < limitPrice) {
    world.wrong(`${name} would ${side} at ${price}, beyond the limit price ${limitPrice}`);
  }
}
