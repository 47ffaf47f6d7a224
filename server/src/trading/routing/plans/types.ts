import type { AccountId } from '../../model/account.ts';
import type { Side } from '../../model/order.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueId } from '../../model/venue.ts';
import type { Excluded } from '../exclusions.ts';

/** Trading §3. */
export type PlanStatus = 'pending' | 'executing' | 'completed' | 'partial' | 'failed';
export type SliceStatus = 'pending' | 'submitted' | 'filled' | 'partial' | 'failed' | 'skipped';

/** One order of a plan. Numbers are decimal text on the grid of its market. */
export interface PlanSlice {
  /** Counts from 1 over all rounds. */
  readonly number: number;
  /** Counts from 1; each later round covers what those before it left. */
  readonly round: number;
  readonly venue: VenueId;
  readonly accountId: AccountId;
  readonly quantity: string;
  readonly limitPrice: string;
  /** Mean price of the levels it was meant to take. */
  readonly estimatedPrice: number;
  readonly costBps: number;
  readonly feeBps: number;
  readonly confidence: number;
  readonly score: number;
  /** Derived from plan and number, so that the order can always be found again. */
  readonly clientOrderId: string;
  readonly status: SliceStatus;
  /** Our id, once its order is stored. */
  readonly orderId: string | undefined;
  readonly filled: string;
  readonly avgFillPrice: number | undefined;
  /** Fees paid, in bps of the filled value; undefined before a fill. */
  readonly paidFeeBps: number | undefined;
  readonly reason: string | undefined;
}

/** A routed order with its results. */
export interface Plan {
  readonly id: string;
  /** The caller's name for it, unique forever. */
  readonly clientPlanId: string | undefined;
  /** Hash of the request as it came: the same name with another request is another plan. */
  readonly requestHash: string;
  readonly actorId: string;
  /** Owner of the key that made it; `clientPlanId` is unique within an owner. */
  readonly owner: string;
  readonly symbol: InstrumentSymbol;
  readonly side: Side;
  /** Base units, as ordered; decimal text. */
  readonly quantity: string;
  readonly accountIds: readonly string[];
  readonly maxVenues: number;
  readonly maxSlippageBps: number;
  /** True when it only reduces positions; absent otherwise, and in plans of earlier versions. */
  readonly reduceOnly?: boolean | undefined;
  /** Common mid at its creation; undefined when there was no book. */
  readonly midPrice: number | undefined;
  readonly estimatedVwap: number | undefined;
  readonly estimatedCostBps: number | undefined;
  readonly excluded: readonly Excluded[];
  /**
   * Base units that fit no lot of its markets: a plan that leaves no more is complete. Absent is 0.
   */
  readonly dust?: string | undefined;
  readonly status: PlanStatus;
  /** Why it ended short of its quantity. */
  readonly reason: string | undefined;
  readonly createdAtMs: number;
  readonly executedAtMs: number | undefined;
  readonly completedAtMs: number | undefined;
  readonly slices: readonly PlanSlice[];
}

export type PlanCreated =
  | { readonly kind: 'recorded' }
  /** The name was used before; nothing was written. */
  | { readonly kind: 'exists'; readonly plan: Plan };

/** Plans, each with its slices in one atomic step, durable when the promise resolves. */
export interface PlanStore {
  /** Rejects with `StaleEpochError` for an old owner; so does the next. */
  create(epoch: number, plan: Plan): Promise<PlanCreated>;
  /** Writes the current state of a plan. Two saves of one plan never overlap. */
  save(epoch: number, plan: Plan): Promise<void>;
  /** Finds a plan by our id, or by the owner's name for it; without an owner only by our id. */
  find(name: string, owner?: string): Promise<Plan | undefined>;
  /** Returns plans that have not ended, oldest first. */
  unfinished(): Promise<readonly Plan[]>;
}
