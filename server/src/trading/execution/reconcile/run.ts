import type { Clock } from '../../../kit/clock.ts';
import type { Account } from '../../model/account.ts';
import { VenueUnavailableError } from '../../model/venueUnavailableError.ts';
import type {
  LookupOutcome,
  OrderRef,
  VenueOrderState,
  VenueSession,
} from '../../venues/venuePort.ts';
import type { OrderStore, StoredOrder } from '../orderStore.ts';
import type { Settling } from '../settling.ts';
import { answerFrom, patientMsMax } from '../venueCalls.ts';
import type { Finding } from './types.ts';

/** What the parts of one comparison share. */
export interface Run {
  readonly account: Account;
  readonly session: VenueSession;
  readonly orders: OrderStore;
  readonly settling: Settling;
  readonly clock: Clock;
  /** Whether the order is on its way just now. */
  readonly isSending: (orderId: string) => boolean;
  /** Keeps and tells findings, before anything is put right by them. */
  readonly report: (findings: readonly Finding[]) => Promise<void>;
  /** True of an order that an earlier comparison missed as well, and that none saw since. */
  readonly wasMissing: (orderId: string) => boolean;
  /** Identities that this comparison could not look at. */
  readonly unsure: Set<string>;
  /**
   * News up to then could not be heard of, for nothing ran; undefined once the account was compared
   * after the start.
   */
  readonly unheardUntilMs: number | undefined;
  /** Tells how many such fills are stored now. */
  readonly recovered: (count: number) => void;
  /** Tells that an order is recorded now as it became meanwhile. */
  readonly orderRecovered: (orderId: string) => void;
  /** Aborts when the service stops. */
  readonly signal: AbortSignal;
}

/** Rejects with `VenueUnavailableError` like the reads of the port, whatever went wrong. */
export async function ask<Value>(
  { clock, signal }: Pick<Run, 'clock' | 'signal'>,
  call: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  return answerFrom(clock, call, { signal, limitMs: patientMsMax });
}

/** An order as its venue has it, and whether its end would be told by nobody else. */
export type FoundOrder = Extract<LookupOutcome, { readonly kind: 'found' }>;

/**
 * The order as its venue has it; undefined when it knows none. `unfinished` when the venue has not
 * told all of it yet: that is no reason to leave the rest of the account, and looked at next time.
 */
export async function findOrder(
  run: Run,
  ref: OrderRef,
): Promise<FoundOrder | 'unfinished' | undefined> {
  const found = await ask(run, (signal) => run.session.lookup(ref, signal));
  switch (found.kind) {
    case 'found':
      return found;
    case 'absent':
      return undefined;
    case 'unknown':
      if (found.isUnfinished) return 'unfinished';
      throw new VenueUnavailableError(found.message);
  }
}

/** The same where it does not matter who else tells of it. */
export async function lookUp(
  run: Run,
  ref: OrderRef,
): Promise<VenueOrderState | 'unfinished' | undefined> {
  const found = await findOrder(run, ref);
  return found === undefined || found === 'unfinished' ? found : found.order;
}

/** An order by our id, as it is stored now. */
export async function storedNow(
  { orders, account }: Run,
  id: string,
): Promise<StoredOrder | undefined> {
  const order = await orders.find(account.id, id);
  return order?.id === id ? order : undefined;
}
