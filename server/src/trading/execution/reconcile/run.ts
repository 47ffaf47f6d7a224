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

/** The values that the parts of one comparison share. */
export interface Run {
  readonly account: Account;
  readonly session: VenueSession;
  readonly orders: OrderStore;
  readonly settling: Settling;
  readonly clock: Clock;
  /** Returns true while the order is being sent. */
  readonly isSending: (orderId: string) => boolean;
  /** Stores and reports findings, before they correct anything. */
  readonly report: (findings: readonly Finding[]) => Promise<void>;
  /**
   * Returns true for an order that an earlier comparison also missed and that none has seen since.
   */
  readonly wasMissing: (orderId: string) => boolean;
  /** Identities that this comparison could not check. */
  readonly unsure: Set<string>;
  /**
   * Updates up to this time could not be received, because no process ran; undefined once the
   * account was compared after the start.
   */
  readonly unheardUntilMs: number | undefined;
  /** Reports how many such fills are stored now. */
  readonly recovered: (count: number) => void;
  /** Reports that a change of an order in that time is now recorded. */
  readonly orderRecovered: (orderId: string) => void;
  /** Aborts when the service stops. */
  readonly signal: AbortSignal;
}

/**
 * Makes a call. Rejects with `VenueUnavailableError` on any failure, like the reads of the port.
 */
export async function ask<Value>(
  { clock, signal }: Pick<Run, 'clock' | 'signal'>,
  call: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  return answerFrom(clock, call, { signal, limitMs: patientMsMax });
}

/** An order as its venue has it, and whether no other source would report its end. */
export type FoundOrder = Extract<LookupOutcome, { readonly kind: 'found' }>;

/**
 * Returns the order as its venue has it; undefined when the venue does not know it. `unfinished`
 * when the venue has not reported all of it yet: the rest of the account is compared anyway, and
 * the order is checked again next time.
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

/** Returns the same when it does not matter whether other sources report it. */
export async function lookUp(
  run: Run,
  ref: OrderRef,
): Promise<VenueOrderState | 'unfinished' | undefined> {
  const found = await findOrder(run, ref);
  return found === undefined || found === 'unfinished' ? found : found.order;
}

/** Returns an order by our id, as it is stored now. */
export async function storedNow(
  { orders, account }: Run,
  id: string,
): Promise<StoredOrder | undefined> {
  const order = await orders.find(account.id, id);
  return order?.id === id ? order : undefined;
}
