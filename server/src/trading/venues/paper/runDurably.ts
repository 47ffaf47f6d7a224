import type { Command } from '@windlass/matching';
import { errorText, StoreError } from '../../../kit/errors.ts';
import type { SettingOutcome, SettingRefusal } from '../perpsPort.ts';
import { outcomeOf, type SessionDeps, toUnknown, type Unknown } from './answers.ts';
import type { PaperAccount } from './types.ts';

export type Rejected = Extract<SettingOutcome<object>, { kind: 'rejected' }>;

export function rejected(code: SettingRefusal, message: string): Rejected {
  return { kind: 'rejected', code, message };
}

/**
 * Makes an account do something in one step of the program, and answers once that is durable. A
 * caller that gave up gets `unknown`: nothing is done after that.
 */
export function runDurably<Done extends object>(
  deps: SessionDeps,
  signal: AbortSignal,
  work: (paper: PaperAccount) => SettingOutcome<Done>,
): Promise<SettingOutcome<Done>> {
  const told = async (): Promise<SettingOutcome<Done>> => {
    const paper = await deps.paper().catch(notDone);
    if ('kind' in paper) return paper;
    const { ledger, saver } = paper;
    // A change that cannot be written down must not be made.
    if (saver.failure() !== undefined) return notDone(saver.failure());
    if (signal.aborted) return toUnknown(signal.reason);
    if (deps.isClosing()) return toUnknown('The account was closed.');
    const outcome = work(paper);
    if (outcome.kind === 'done') ledger.touch();
    if (ledger.hasChanges()) await saver.settled();
    return outcome;
  };
  return outcomeOf(told, signal);
}

/** Returns the outcome when nothing was done: that is certain where the database failed. */
function notDone(error: unknown): Rejected | Unknown {
  if (!(error instanceof StoreError)) return toUnknown(error);
  return rejected('STORE_UNAVAILABLE', errorText(error));
}

/** Runs a command; returns the engine's refusal, or undefined when it was carried out. */
export function refusedReason({ ledger }: PaperAccount, command: Command) {
  const refused = ledger.run(command).find((event) => event.type === 'refused');
  return refused?.type === 'refused' ? refused : undefined;
}
