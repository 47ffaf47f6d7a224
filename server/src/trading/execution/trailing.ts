import { exactProduct, roundToGrid } from '../../kit/grid.ts';
import { finestStep } from '../model/market.ts';
import type { TrailingRules } from '../venues/capabilities.ts';

/** Exclusive maximum in percent: a stop that trails by the whole price is no stop. */
const belowPct = 100;
const anyDistance: TrailingRules = { by: 'price' };

/** The price from which a distance in percent is measured, and the tick of distances. */
export interface TrailedPrice {
  readonly price: number;
  readonly tick: number | undefined;
}

/** The rule of an exchange that a refused distance breaks. */
export interface TrailingRefusal {
  /** The end of the sentence "need a trailing_delta …". */
  readonly demand: string;
  /** The bounds in percent. */
  readonly bounds: Readonly<Record<string, number>>;
}

/**
 * Returns why the distance of a trailing stop, in percent, is refused. A distance in price is
 * checked when its market is known: one below a tick would be sent as a whole tick, and trail by
 * more than was asked for.
 */
export function trailingRefusal(
  trailingDelta: number,
  rules: TrailingRules = anyDistance,
  at?: TrailedPrice,
): TrailingRefusal | undefined {
  switch (rules.by) {
    case 'percent':
      return percentRefusal(trailingDelta, rules);
    case 'price':
      return priceRefusal(trailingDelta, at);
  }
}

function percentRefusal(
  trailingDelta: number,
  { minPct, maxPct, stepPct }: Extract<TrailingRules, { by: 'percent' }>,
): TrailingRefusal | undefined {
  const isWithin = trailingDelta >= minPct && trailingDelta <= maxPct;
  if (isWithin && roundToGrid(trailingDelta, stepPct, 'nearest') === trailingDelta) {
    return undefined;
  }
  return {
    demand: `from ${minPct} to ${maxPct} percent in steps of ${stepPct}`,
    bounds: { min: minPct, max: maxPct, step: stepPct },
  };
}

function priceRefusal(
  trailingDelta: number,
  at: TrailedPrice | undefined,
): TrailingRefusal | undefined {
  if (trailingDelta <= 0 || trailingDelta >= belowPct) {
    return { demand: 'between 0 and 100 percent', bounds: { above: 0, below: belowPct } };
  }
  if (!at) return undefined;
  const { price, tick = finestStep } = at;
  const distance = exactProduct(price, trailingDelta / 100) ?? (price * trailingDelta) / 100;
  if (distance >= tick) return undefined;
  const least = Number(((tick / price) * 100).toPrecision(3));
  return {
    demand: `of at least one tick of the price: ${tick}, which is ${least} percent of ${price}`,
    bounds: { min: least, tick, price },
  };
}
