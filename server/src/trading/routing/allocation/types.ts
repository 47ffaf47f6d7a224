import type { Side } from '../../model/order.ts';

/**
 * The input of the allocator: a quantity, and what may be taken where.
 *
 * A slice is nothing, or a multiple of its venue's step that is at least `minQuantity`, at most
 * `maxQuantity`, and worth at most `maxValue` at the venue's limit price: the worst level that all
 * slices at the venue together touch, since they share one depth.
 */
export interface RouteProblem {
  readonly side: Side;
  /** Base units. */
  readonly quantity: number;
  /** The single mid that slippage is measured against, in the quote. */
  readonly mid: number;
  /** Maximum number of venues that get a slice; several accounts at one venue count once. */
  readonly maxVenues: number;
  readonly venues: readonly RouteVenue[];
}

export interface RouteVenue {
  /** Levels of the side that is taken, best first, quantities above 0. */
  readonly levels: readonly (readonly [price: number, quantity: number])[];
  /** Cost of low confidence in the book beside fee and slippage, in bps. */
  readonly penaltyBps: number;
  /** Step of quantities, base units. */
  readonly step: number;
  readonly accounts: readonly RouteAccount[];
}

export interface RouteAccount {
  /** Taker fee in bps of the value; negative is a rebate. */
  readonly feeBps: number;
  /** Base units. */
  readonly minQuantity: number;
  /** Base units; Infinity = unbounded. */
  readonly maxQuantity: number;
  /** Quote units at the venue's limit price; Infinity = unbounded. */
  readonly maxValue: number;
}

/**
 * The best split: of the splits that leave least beyond the tolerance, the one with the least
 * objective:
 *
 *   Σ over levels taken: quantity × slippage in bps against the mid
 *   + Σ over slices: quantity × (feeBps + penaltyBps)
 *   + left within the tolerance × the most expensive unit on offer
 *
 * The tolerance is less than one step of the coarsest venue and at most a thousandth of the
 * quantity: nobody pays for another venue to place the last lot. All quantities are counted in one
 * unit, the greatest common divisor of the steps of all venues of the problem. The quantity is
 * rounded down to it first. The tolerance is the smaller of the coarsest step less one unit and a
 * thousandth of these units, rounded down. The most expensive unit has the worst level and the
 * highest fee and penalty of any venue that has levels and accounts, 0 without one. A problem
 * without venues leaves its whole quantity as excess.
 */
export interface Allocation {
  /** Base units, by venue and account as in the problem. */
  readonly quantities: readonly (readonly number[])[];
  /** Their sum. */
  readonly allocated: number;
  /** The part of the quantity that is left beyond the tolerance, base units. */
  readonly excess: number;
  /** See above, in bps × base units. */
  readonly objective: number;
  /**
   * A proven bound of what any other split could save, in bps × base units; 0 when this one is the
   * optimum.
   */
  readonly gap: number;
}
