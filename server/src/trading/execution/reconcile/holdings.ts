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

/** Attempts to read holdings between two readings of movements that show nothing new. */
const attemptsMax = 3;
/**
 * No further attempt after so long: where a venue allows few reads each of them waits for its turn,
 * and a comparison that went on would keep the next one from being in time.
 */
const attemptingMsMax = 10_000;
/** Attempts while the account's new orders wait: then only what rests can still fill. */
const pausedAttemptsMax = 10;
/** Between two attempts while orders wait. */
const pausedRetryMs = 100;

/** What the venue says the account has, at one moment at which nothing was under way. */
interface Holdings {
  readonly wallets: Wallets;
  readonly positions: FoundPositions | undefined;
}

/** What one look at an account's balances and positions shows. */
export interface HoldingsLook extends Holdings {
  /** With the movements by then, and what the balances show of transfers. */
  readonly state: AccountState;
  readonly closed: readonly ClosedTransfer[];
  readonly balancesOff: readonly Deviation[];
  readonly positionsOff: readonly PositionDeviation[];
  /** Balances that may still be explained by what is under way. */
  readonly awaited: readonly Deviation[];
}

/** Undefined when the account moved all the time. */
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
    ...{ wallets, positions, state, closed },
    balancesOff: off.filter((deviation) => !isLate(deviation)),
    positionsOff: positionDeviations(state, positions),
    awaited: off.filter(isLate),
  };
}

/** Whether everything is as it should be. */
export function isEven({ balancesOff, positionsOff }: HoldingsLook): boolean {
  return balancesOff.length + positionsOff.length === 0;
}

/** Tells of what two looks agree on; false when they do not, and nothing can be said. */
export async function tellLasting(
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

/** What the next look is measured by. */
export function takeOver({ state, wallets, positions, awaited }: HoldingsLook): AccountState {
  return takeOverPositions(takeOverBalances(state, wallets, awaited), positions);
}

/** Reads all of it at a moment at which nothing was under way; undefined without such one. */
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
 * Deviations that two looks agree on: of a constant cause, and not of news on their way. Undefined
 * if the second look shows others.
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
