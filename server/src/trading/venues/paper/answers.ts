import { abortable } from '../../../kit/abortable.ts';
import { errorText, StoreError } from '../../../kit/errors.ts';
import type { Account } from '../../model/account.ts';
import { type VenueSession, VenueUnavailableError } from '../venuePort.ts';
import type { PaperDeps } from './ports.ts';
import type { PaperAccount } from './types.ts';

/** Dependencies of every method of a session. */
export interface SessionDeps extends PaperDeps {
  /** The account at work, opened on first use; rejects when it cannot be read now. */
  readonly paper: () => Promise<PaperAccount>;
  readonly isClosing: () => boolean;
  readonly renew: (account: Account) => void;
  readonly close: VenueSession['close'];
}

export interface Unknown {
  readonly kind: 'unknown';
  readonly message: string;
  /** The store's error, when that is what failed. */
  readonly cause?: StoreError;
}

/** Returns the account once all its changes are durable. */
export async function settled(deps: SessionDeps): Promise<PaperAccount> {
  const paper = await deps.paper();
  await paper.saver.settled();
  return paper;
}

/** Reads durable state; rejects with `VenueUnavailableError`. */
export async function readSettled<Value>(
  deps: SessionDeps,
  signal: AbortSignal,
  read: (paper: PaperAccount) => Value | Promise<Value>,
): Promise<Value> {
  try {
    return await abortable(settled(deps).then(read), signal);
  } catch (error) {
    throw error instanceof VenueUnavailableError ? error : unavailable(error);
  }
}

export async function outcomeOf<Outcome>(
  call: () => Promise<Outcome>,
  signal: AbortSignal,
): Promise<Outcome | Unknown> {
  return abortable(call(), signal).catch(toUnknown);
}

export function toUnknown(error: unknown): Unknown {
  const told = { kind: 'unknown', message: messageOf(error) } as const;
  return error instanceof StoreError ? { ...told, cause: error } : told;
}

function unavailable(error: unknown): VenueUnavailableError {
  return new VenueUnavailableError(messageOf(error), { cause: error });
}

function messageOf(error: unknown): string {
  return `The paper venue did not answer: ${errorText(error)}`;
}
