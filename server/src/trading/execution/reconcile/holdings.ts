import type { Exact } from '../../../kit/exact.ts';
import { formatExact, subtractExact } from '../../../kit/exact.ts';
import {
  balanceFinding,
  type Deviation,
  deviationsOf,
  isAwaited,
  readWallets,
  takeOverBalances,
} from './balances.ts';
import { holdingKey } from './holdingKeys.ts';
import type { Movements } from './movements.ts';
import { isFundingLate } from './payments.ts';
import {
  type FoundPositions,
  type PositionDeviation,
  positionDeviations,
  positionFinding,
  readPositions,
  takeOverPositions,
} from './positions.ts';
import type { Run } from './run.ts';
import type { AccountState } from './state.ts';
import { explainTransfers, type Wallets } from './transfers.ts';
import type { ClosedTransfer } from './types.ts';

/** Maximum number of attempts to read holdings at a moment without new movements. */
const attemptsMax = 3;
/**
 * No attempt begins after this time: at a venue with few reads each waits for its turn, and a
 * longer comparison would delay the next one.
 */
const attemptingMsMax = 10_000;
/**
 * Maximum number of attempts while the account's new orders wait: only resting orders can fill
 * then.
 */
const pausedAttemptsMax = 10;
/** Pause between two attempts while orders wait. */
const pausedRetryMs = 100;

/** The account's holdings at its venue, at a moment when nothing changed. */
interface Holdings {
  readonly wallets: Wallets;
  readonly positions: FoundPositions | undefined;
}

/** The result of one look at an account's balances and positions. */
export interface HoldingsLook extends Holdings {
  /** State with the movements so far, and with the transfers that the balances show. */
  readonly state: AccountState;
  readonly closed: readonly ClosedTransfer[];
  readonly balancesOff: readonly Deviation[];
  readonly positionsOff: readonly PositionDeviation[];
  /** Balances that running transfers or late payments may still explain. */
  readonly awaited: readonly Deviation[];
}

/** Compares the holdings with the movements; undefined when the account changed all the time. */
export async function lookAtHoldings(
  run: Run,
  movements: Movements,
  { isPaused }: { readonly isPaused: boolean },
): Promise<HoldingsLook | undefined> {
  const nowMs = run.clock.now();
  const holdings = await readQuietly(run, movements, { isPaused });
  if (!holdings) return undefined;
  const { wallets, positions } = holdings;
  const { account } = run;
  const { state, closed } = explainTransfers(movements.state(), { account, wallets, nowMs });
  const off = deviationsOf(run, state, wallets);
  const isLate = (deviation: Deviation) =>
    isAwaited(state, deviation) || isFundingLate(run, state, { ...deviation, nowMs });
  return {
    wallets,
    positions,
    state,
    closed,
    balancesOff: off.filter((deviation) => !isLate(deviation)),
    positionsOff: positionDeviations(state, positions),
    awaited: off.filter(isLate),
  };
}

/** Returns true when balances and positions are as expected. */
export function isEven({ balancesOff, positionsOff }: HoldingsLook): boolean {
  return balancesOff.length + positionsOff.length === 0;
}

/**
 * Reports the deviations that two looks agree on; returns false when they do not agree, so that
 * nothing can be concluded.
 */
export async function reportLasting(
  run: Run,
  first: HoldingsLook,
  again: HoldingsLook,
): Promise<boolean> {
  const balances = lastingOf(first.balancesOff, again.balancesOff, balanceName);
  const positions = lastingOf(first.positionsOff, again.positionsOff, holdingKey);
  if (!balances || !positions) return false;
  const atMs = run.clock.now();
  await run.report([
    ...positions.map((deviation) => positionFinding(deviation, atMs)),
    ...balances.map((deviation) => balanceFinding(run, deviation, atMs)),
  ]);
  return true;
}

/** Returns the state with these holdings as the base of the next comparison. */
export function takeOver({ state, wallets, positions, awaited }: HoldingsLook): AccountState {
  return takeOverPositions(takeOverBalances(state, wallets, awaited), positions);
}

/** Reads all holdings at a moment when nothing changed; undefined when there was no such moment. */
async function readQuietly(
  run: Run,
  movements: Movements,
  { isPaused }: { readonly isPaused: boolean },
): Promise<Holdings | undefined> {
  const attempts = isPaused ? pausedAttemptsMax : attemptsMax;
  const beganMs = run.clock.monotonic();
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (run.clock.monotonic() - beganMs >= attemptingMsMax) return undefined;
    if (attempt > 0 && isPaused) await run.clock.sleep(pausedRetryMs, run.signal);
    const wallets = await readWallets(run);
    const positions = await readPositions(run);
    const isQuiet = (await movements.catchUp()) === 0;
    if (!movements.isWhole()) return undefined;
    if (isQuiet) return { wallets, positions };
  }
  return undefined;
}

/**
 * Returns the deviations that two looks agree on: they have a constant cause, and are not updates
 * that still arrive. Undefined when the second look shows others.
 */
function lastingOf<Off extends { readonly expected: Exact; readonly found: Exact }>(
  first: readonly Off[],
  again: readonly Off[],
  nameOf: (deviation: Off) => string,
): readonly Off[] | undefined {
  const difference = ({ expected, found }: Off) => formatExact(subtractExact(found, expected));
  const before = new Set(first.map((off) => `${nameOf(off)} ${difference(off)}`));
  const isLasting = (off: Off) => before.has(`${nameOf(off)} ${difference(off)}`);
  return again.every(isLasting) ? again : undefined;
}

function balanceName({ wallet, asset }: Deviation): string {
  return `${wallet.name} ${asset}`;
}
