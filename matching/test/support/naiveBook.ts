import type { Side, TimeInForce } from '../../src/rules.ts';

/** An order of the naive book: every order has enough money, and only price and time count. */
export interface NaiveOrder {
  readonly id: string;
  readonly owner: string;
  readonly side: Side;
  /** undefined: a market order. */
  readonly price: number | undefined;
  readonly quantity: number;
  readonly force: TimeInForce;
}

interface Resting extends NaiveOrder {
  left: number;
}

/**
 * Price-time priority as one would do it by hand: look through all resting orders for the best and
 * oldest, one lot at a time. Slow on purpose; shares nothing with the engine.
 */
export function createNaiveBook() {
  let resting: Resting[] = [];

  function matchOn(book: Resting[], taker: NaiveOrder) {
    const trades = new Map<string, { maker: string; price: number; lots: number }>();
    let left = taker.quantity;
    let metItself = false;
    while (left > 0) {
      const maker = bestFor(taker, book);
      if (!maker) break;
      metItself = maker.owner === taker.owner;
      if (metItself) break;
      const trade = trades.get(maker.id) ?? { maker: maker.id, price: maker.price ?? 0, lots: 0 };
      trade.lots += 1;
      trades.set(maker.id, trade);
      maker.left -= 1;
      left -= 1;
    }
    return { trades: [...trades.values()], left, metItself };
  }

  return {
    /** Returns the trades in order, as text. */
    submit: (order: NaiveOrder): string[] => {
      const trial = resting.map((each) => ({ ...each }));
      const outcome = matchOn(trial, order);
      const crosses = bestFor(order, resting) !== undefined;
      if (order.force === 'POST_ONLY' && crosses) return [];
      if (order.force === 'FOK' && outcome.left > 0) return [];
      resting = trial.filter((each) => each.left > 0);
      const mayRest = order.force === 'GTC' || order.force === 'POST_ONLY';
      if (outcome.left > 0 && mayRest && order.price !== undefined && !outcome.metItself) {
        resting.push({ ...order, left: outcome.left });
      }
      return outcome.trades.map(
        ({ maker, price, lots }) => `${maker} ${order.id} ${lots}@${price}`,
      );
    },
    cancel: (id: string): void => {
      resting = resting.filter((each) => each.id !== id);
    },
    /** Lots per price of a side. */
    depth: (side: Side): Map<number, number> => {
      const levels = new Map<number, number>();
      for (const each of resting.filter((one) => one.side === side)) {
        levels.set(each.price ?? 0, (levels.get(each.price ?? 0) ?? 0) + each.left);
      }
      return levels;
    },
  };
}

function bestFor(taker: NaiveOrder, among: readonly Resting[]): Resting | undefined {
  let best: Resting | undefined;
  for (const each of among) {
    if (each.side === taker.side || each.left === 0 || each.price === undefined) continue;
    const gain = taker.side === 'buy' ? 1 : -1;
    if (taker.price !== undefined && (taker.price - each.price) * gain < 0) continue;
    if (best?.price === undefined || (best.price - each.price) * gain > 0) best = each;
  }
  return best;
}
