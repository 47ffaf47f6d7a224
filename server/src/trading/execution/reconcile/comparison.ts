import {
  balanceFinding,
  type Deviation,
  deviationsOf,
  lastingOf,
  readQuietBalances,
  takeOver,
  type Wallets,
} from './balances.ts';
import { confirmFills, createFillReader, type FillReader } from './fills.ts';
import { confirmOrderFills, lookAtOrderFills } from './orderFills.ts';
import { confirmOrders, lookAtOrders } from './orders.ts';
import type { Run } from './run.ts';
import type { AccountState } from './state.ts';
import { type DifferenceKind, differenceKinds } from './types.ts';

/**
 * News of what is seen at a venue are here before that, or they were missed: what disagrees is
 * looked at once more after this long, and only what still disagrees in the same way is told.
 */
const confirmAfterMs = 2_000;
/**
 * Comparisons in a row that may leave out the balances of an account that never rests. Then its new
 * orders wait for a moment, so that a change by somebody else is found within minutes.
 */
export const putOffsMax = 5;

export interface Compared {
  readonly state: AccountState;
  /** What was looked at in full. */
  readonly kinds: ReadonlySet<DifferenceKind>;
  /** Orders whose fills are to be summed up again next time. */
  readonly left: readonly string[];
}

export interface ComparisonInput {
  readonly state: AccountState;
  /** Comparisons of the account so far. */
  readonly comparisons: number;
  /** Orders of which something was heard since the last comparison, by our ids. */
  readonly touched: () => readonly string[];
  /** Holds the account's new orders until it is called again. */
  readonly hold: () => () => void;
}

/**
 * One comparison of an account with its venue. Two looks, because news may be on their way at the
 * first one:
 *
 *   orders → fills → sums of fills → balances
 *     → nothing disagrees, or: a pause → the same again for what disagreed → told and mended
 */
export async function compareAccount(run: Run, input: ComparisonInput): Promise<Compared> {
  await run.settling.settled();
  const orders = await lookAtOrders(run, input.comparisons);
  const fills = createFillReader(run, input.state);
  await fills.catchUp();
  const missing = fills.suspicions();
  // What was heard before a restart is not remembered: the fills themselves tell of it.
  const heard = input.comparisons === 0 ? [...orders.filling, ...fills.orderIds()] : [];
  const ids = new Set([...input.touched(), ...heard]);
  const sums = await lookAtOrderFills(run, [...ids]);
  const balances = await lookAtBalances(run, fills, input);
  const doubts = [orders.suspicions, missing, sums.suspicions, balances?.deviations ?? []];
  let differing: readonly string[] = [];
  let last = balances;
  if (doubts.some(({ length }) => length > 0)) {
    await pause(run);
    await confirmOrders(run, orders);
    await confirmFills(run, missing);
    differing = await confirmOrderFills(run, sums.suspicions);
    if (balances && balances.deviations.length > 0) {
      last = await confirmBalances(run, fills, { ...input, first: balances.deviations });
    }
  }
  const { state, kinds } = ended(run, fills, { input, last });
  const counts = {
    orders: orders.compared,
    fills: fills.looked(),
    balances: Object.values(last?.wallets ?? {}).flatMap(Object.keys).length,
    unsettled: orders.unsettled,
  };
  return { state: { ...state, counts }, kinds, left: [...sums.left, ...differing] };
}

interface BalancesLook {
  readonly wallets: Wallets;
  readonly deviations: readonly Deviation[];
}

/** Undefined when the account moved all the time. */
async function lookAtBalances(
  run: Run,
  fills: FillReader,
  { state, hold }: Pick<ComparisonInput, 'state' | 'hold'>,
): Promise<BalancesLook | undefined> {
  if (!fills.isWhole()) return undefined;
  const isPaused = state.putOffs >= putOffsMax;
  const release = isPaused ? hold() : undefined;
  try {
    const wallets = await readQuietBalances(run, fills, { isPaused });
    return wallets && { wallets, deviations: deviationsOf(run, fills.state(), wallets) };
  } finally {
    release?.();
  }
}

/** Tells of what two looks agree on; undefined when they do not, and nothing can be said. */
async function confirmBalances(
  run: Run,
  fills: FillReader,
  input: ComparisonInput & { readonly first: readonly Deviation[] },
): Promise<BalancesLook | undefined> {
  const again = await lookAtBalances(run, fills, input);
  if (!again) return undefined;
  const { lasting, isClear } = lastingOf(input.first, again.deviations);
  if (!isClear) return undefined;
  const atMs = run.clock.now();
  await run.report(lasting.map((deviation) => balanceFinding(deviation, atMs)));
  return again;
}

function ended(
  run: Run,
  fills: FillReader,
  { input, last }: { readonly input: ComparisonInput; readonly last: BalancesLook | undefined },
): Pick<Compared, 'state' | 'kinds'> {
  const { unavailable: _ended, ...known } = fills.state();
  const state = { ...known, lastComparedMs: run.clock.now() };
  const kinds = new Set<DifferenceKind>(differenceKinds);
  if (last) return { state: { ...takeOver(state, last.wallets), putOffs: 0 }, kinds };
  kinds.delete('balance_changed');
  return { state: { ...state, putOffs: input.state.putOffs + 1 }, kinds };
}

async function pause({ clock, signal, settling }: Run): Promise<void> {
  await clock.sleep(confirmAfterMs, signal);
  signal.throwIfAborted();
  await settling.settled();
}
