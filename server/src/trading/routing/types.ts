import type { FeeRecord, FeeSource } from '../fees/types.ts';
import type { Account, AccountId } from '../model/account.ts';
import type { Side } from '../model/order.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import type { QualityLevel } from '../orderbook/types.ts';
import type { Excluded } from './exclusions.ts';
import type { Plan } from './plans/types.ts';

export type { Excluded, ExclusionReason } from './exclusions.ts';

/** What somebody wants routed; symbol and accounts are only names yet. */
export interface RouteDraft {
  readonly symbol: string;
  readonly side: Side;
  /** Base units. */
  readonly quantity: number;
  readonly accountIds: readonly string[];
  readonly maxVenues: number;
  readonly maxSlippageBps: number;
  /** Only makes positions smaller; absent otherwise. */
  readonly reduceOnly?: boolean | undefined;
}

/** The same with what the names stand for. */
export interface RouteRequest extends Omit<RouteDraft, 'symbol' | 'accountIds'> {
  readonly symbol: InstrumentSymbol;
  readonly accounts: readonly Account[];
  /**
   * Slippage is held against this mid beside the books' own, for later rounds of a plan; costs are
   * told against the books' own.
   */
  readonly anchorMid?: number | undefined;
  /**
   * Prices down to which this plan has emptied a venue's book: an order there came short, and the
   * book shown may not know it yet. Nothing is looked for above them.
   */
  readonly takenTo?: ReadonlyMap<VenueId, number> | undefined;
  /** No level beyond it is taken: at most for a buy, at least for a sell. */
  readonly worstPrice?: number | undefined;
  /**
   * Part of the slippage that is left which limit prices leave beyond the worst level that a slice
   * is to take, from 0 to 1; undefined = none.
   */
  readonly roomShare?: number | undefined;
}

/** What one account would be asked for. Costs in bps against the common mid. */
export interface RouteSlice {
  readonly venue: VenueId;
  readonly accountId: AccountId;
  /** Base units, on the step of the market. */
  readonly quantity: number;
  /** The same as text, as orders are sent. */
  readonly quantityText: string;
  /** Mean price of the levels it takes. */
  readonly estimatedPrice: number;
  /** Price of its order: the worst of them with the room beyond, on the tick of the market. */
  readonly limitPrice: number;
  readonly limitPriceText: string;
  /** The distance of the limit price beyond the worst level, in bps of the common mid. */
  readonly roomBps: number;
  readonly slippageBps: number;
  readonly feeBps: number;
  readonly feeSource: FeeSource;
  /** slippageBps + feeBps. */
  readonly costBps: number;
  readonly confidence: number;
  /** costBps + (1 − confidence) × 10 (Trading §4.6). */
  readonly score: number;
}

/** How an account looked to the router, used or not. */
export interface RouteCandidate {
  readonly venue: VenueId;
  readonly accountId: AccountId;
  /** Base units it gets; 0 when it is not used. */
  readonly quantity: number;
  /** What of the whole quantity it could take alone, and at which cost and score. */
  readonly standaloneQuantity: number;
  readonly standaloneCostBps: number | undefined;
  readonly standaloneScore: number | undefined;
  readonly feeBps: number;
  readonly confidence: number;
  readonly stalenessMs: number;
}

/** Trading §2.9, with the reasons. */
export interface RouteEstimate {
  readonly symbol: InstrumentSymbol;
  readonly side: Side;
  readonly quantity: number;
  /** Undefined without any usable book. */
  readonly mid: number | undefined;
  /** Undefined when nothing can be placed; so is the next. */
  readonly vwap: number | undefined;
  readonly costBps: number | undefined;
  readonly objectiveBps: number | undefined;
  /** Proven bound of what a better split could save, bps of what is allocated. */
  readonly gapBps: number | undefined;
  /** Whether all but lot dust can be placed. */
  readonly isRoutable: boolean;
  readonly allocated: number;
  readonly slices: readonly RouteSlice[];
  readonly candidates: readonly RouteCandidate[];
  readonly excluded: readonly Excluded[];
}

export type VenueStatus =
  | {
      readonly venue: VenueId;
      readonly isAvailable: true;
      readonly confidence: number;
      readonly spreadBps: number | undefined;
      readonly stalenessMs: number;
      readonly quality: QualityLevel;
      /** The least that an account of the caller pays there; that of nobody where there is none. */
      readonly fee: FeeRecord;
    }
  | { readonly venue: VenueId; readonly isAvailable: false; readonly reason: string };

export interface RouteSender {
  readonly actorId: string;
  /** Whose `clientPlanId`s it uses. */
  readonly owner: string;
  readonly reaches: (accountId: string) => boolean;
}

/** The smart order router (Trading §4.6). Every verb rejects with an `AppError`. */
export interface Routing {
  /** Sends nothing. An unknown account is a VALIDATION_FAILED of `exchange_account_ids`. */
  estimate(draft: RouteDraft): Promise<RouteEstimate>;
  /**
   * Stores a plan, sends its slices, and answers with it when it has ended, or as it stands after
   * a while. The same `clientPlanId` of the same owner answers with the
   * first plan for ever.
   */
  execute(
    draft: RouteDraft & { readonly clientPlanId?: string | undefined },
    sender: RouteSender,
  ): Promise<Plan>;
  /** By our id, or by the name that the owner gave it. PLAN_NOT_FOUND. */
  plan(name: string, owner: string): Promise<Plan>;
  /** Those that list the symbol when none is named. `reaches`: accounts of whoever asks. */
  venues(
    symbol: string,
    venues: readonly VenueId[] | undefined,
    reaches: RouteSender['reaches'],
  ): Promise<readonly VenueStatus[]>;
}
