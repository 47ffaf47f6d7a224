import { isUnified, type UnifiedMode, unifiedModes } from '../../../model/account.ts';
import { isFields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { failureOf } from '../../shared/live/failures.ts';
import { NoAnswerError, NotSentError, NotThereError } from '../../shared/live/tradeHttp.ts';
import { valueAt } from '../../shared/wireFields.ts';
import { contractAccount, unifiedMode as unifiedModeOf } from './endpoints.ts';
import { gateioErrors } from './errors.ts';
import { textAt } from './rows.ts';

/** The modes as the wallet of perpetuals reports them, for keys that may not ask for the mode. */
const marginModes: Readonly<Record<string, UnifiedMode>> = {
  0: 'classic',
  1: 'multi_currency',
  2: 'portfolio',
  3: 'single_currency',
};

/** Reads how the venue margins the account; undefined when it does not tell the key. */
export async function readUnifiedMode(call: DialectCall): Promise<UnifiedMode | undefined> {
  const answer = await unlessRefused(unifiedModeOf(call.client, {}));
  if (answer === undefined) return modeOfWallet(call);
  const said = valueAt(answer, 'mode');
  const mode = unifiedModes.find((each) => each === said);
  if (mode) return mode;
  throw new NoAnswerError(`The exchange returned an unknown unified mode: ${String(said)}.`);
}

async function modeOfWallet(call: DialectCall): Promise<UnifiedMode | undefined> {
  const account = await unlessRefused(contractAccount(call.client, 'swap', { settle: 'usdt' }));
  return isFields(account) ? marginModes[textAt(account, 'margin_mode') ?? 'none'] : undefined;
}

/** The testnet has no unified accounts, and a key may lack the right to read about them. */
async function unlessRefused(answer: Promise<unknown>): Promise<unknown> {
  return answer.catch((error: unknown) => {
    const { kind } = failureOf(error, gateioErrors);
    const isTold = kind === 'refused' || kind === 'notFound' || error instanceof NotThereError;
    if (isTold) return undefined;
    throw error;
  });
}

/**
 * Returns the call with the margining of the account: as kept with the account, or until then as
 * the venue reports it now. An account without a reported mode is traded as a classic one.
 */
export async function inMode(call: DialectCall): Promise<DialectCall> {
  if (call.unifiedMode?.() !== undefined) return call;
  const mode = await readUnifiedMode(call).catch((cause: unknown) => {
    // Whatever happened to the request, nothing of the order was sent.
    if (failureOf(cause, gateioErrors).kind !== 'unknown') throw cause;
    const message = 'The exchange does not report whether the account is a unified one.';
    throw new NotSentError(message, { cause });
  });
  const known = mode ?? 'classic';
  return { ...call, unifiedMode: () => known };
}

/**
 * Reads, or cancels, in the known mode; and once more in the present mode when the venue refuses it
 * because of the mode. Nothing was done by then, and no order goes this way.
 */
export async function inModeOfNow<Value>(
  call: DialectCall,
  work: (call: DialectCall) => Promise<Value>,
): Promise<Value> {
  const known = await inMode(call);
  try {
    return await work(known);
  } catch (error) {
    const failure = failureOf(error, gateioErrors);
    if (failure.kind !== 'refused' || failure.code !== 'ACCOUNT_MODE') throw error;
    const now = await inMode({ ...call, unifiedMode: undefined });
    if (now.unifiedMode?.() === known.unifiedMode?.()) throw error;
    return work(now);
  }
}

/** True when one wallet pays for spot and contracts. */
export function paysFromOneWallet({ unifiedMode }: Pick<DialectCall, 'unifiedMode'>): boolean {
  return isUnified({ unifiedMode: unifiedMode?.() });
}

/** Names the spot wallet; undefined for a unified account, which has only one wallet. */
export function spotAccount(call: Pick<DialectCall, 'unifiedMode'>): 'spot' | undefined {
  return paysFromOneWallet(call) ? undefined : 'spot';
}
