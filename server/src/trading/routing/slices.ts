import { assert } from '../../kit/assert.ts';
import { formatStep } from '../../kit/grid.ts';
import { normaliseOrder, rulesOf } from '../execution/index.ts';
import { slippageBps, type Walk, walkLevels } from '../model/walk.ts';
import type { Share } from './covered.ts';
import type { AccountOffer, VenueOffer } from './offers.ts';
import { priceWithRoom } from './room.ts';
import type { RouteSlice } from './types.ts';

/** Trading §4.6: the addition to a score at a confidence of 0. */
const mistrustBps = 10;

export function penaltyBps({ usable }: VenueOffer): number {
  return (1 - usable.health.confidence) * mistrustBps;
}

/** Cost of taking a quantity with an account, in bps against the common mid (Trading §4.6). */
export interface Cost {
  readonly slippageBps: number;
  /** Slippage and fee. */
  readonly costBps: number;
  /** Cost plus penalty; lower is better. */
  readonly score: number;
}

export function costOf(
  offer: VenueOffer,
  { bounds }: AccountOffer,
  taken: { readonly price: number; readonly mid: number },
): Cost {
  const slipped = slippageBps(offer.measure.side, taken.price, taken.mid);
  const costBps = slipped + bounds.feeBps;
  return { slippageBps: slipped, costBps, score: costBps + penaltyBps(offer) };
}

/**
 * Returns the slices at one venue. They share one depth and reach it in an unknown order, so each
 * has the mean price of what they take together, and all reach the worst of these levels.
 * `roomShare` is the part of the remaining slippage that their limit prices leave beyond that.
 */
export function slicesAt(
  offer: VenueOffer,
  shares: readonly Share[],
  { mid, roomShare }: { readonly mid: number; readonly roomShare: number },
): RouteSlice[] {
  const whole = shares.reduce((sum, { quantity }) => sum + quantity, 0);
  const walk = walkLevels(offer.levels, whole);
  return shares.map((share) => sliceOf(offer, share, { walk, mid, roomShare }));
}

interface Taken {
  readonly walk: Walk;
  readonly mid: number;
  readonly roomShare: number;
}

function sliceOf(offer: VenueOffer, share: Share, { walk, mid, roomShare }: Taken): RouteSlice {
  const { taker, quantity } = share;
  const { market, measure, usable } = offer;
  const { vwap, worst } = walk;
  assert(vwap !== undefined && worst !== undefined, 'a slice takes levels');
  const rules = rulesOf(market, { reduceOnly: measure.reduceOnly ?? false });
  const { notionalMin } = rules;
  const price = priceWithRoom(offer, share, { worst, mid, share: roomShare, notionalMin });
  const order = { type: 'limit', side: measure.side, quantity, price } as const;
  const normalised = normaliseOrder(order, rules);
  assert(normalised.ok, 'a slice is on the steps and above the minimums of its market');
  const { quantity: orderQuantity, price: limitPrice } = normalised.order;
  return {
    venue: offer.venue,
    accountId: taker.account.id,
    quantity: orderQuantity,
    quantityText: formatStep(orderQuantity, rules.quantityStep),
    estimatedPrice: vwap,
    limitPrice,
    limitPriceText: formatStep(limitPrice, rules.priceTick),
    roomBps: (Math.abs(limitPrice - worst) / mid) * 10_000,
    ...costOf(offer, taker, { price: vwap, mid }),
    feeBps: taker.bounds.feeBps,
    feeSource: taker.means.fee.source,
    confidence: usable.health.confidence,
  };
}
