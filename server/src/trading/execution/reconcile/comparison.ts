import { confirmFills, createFillReader } from './fills.ts';
import { type HoldingsLook, isEven, lookAtHoldings, reportLasting, takeOver } from './holdings.ts';
import { createMovements, type Movements } from './movements.ts';
import { confirmOrderFills, lookAtOrderFills } from './orderFills.ts';
import { confirmOrders, lookAtOrders } from './orders.ts';
import { createPaymentReader } from './payments.ts';
import { ask, type Run } from './run.ts';
import { type AccountState, inPositionMode, inWallets } from './state.ts';
import {
  type ClosedTransfer,
  type DifferenceKind,
  differenceKinds,
  type Transfer,
} from './types.ts';

/**
 * Pause before the second look. Updates of what a venue shows arrive within this time, or were
 * missed: only a difference that is the same after it is reported.
 */
const confirmAfterMs = 2_000;
/**
 * Maximum number of comparisons in a row that may leave out the balances of an account that trades
 * all the time. Then its new orders wait for a moment, so that a change by somebody else is found
 * within minutes.
 */
export const putOffsMax = 5;

export interface Compared {
  readonly state: AccountState;
  /** Kinds of differences that were checked completely. */
  readonly kinds: ReadonlySet<DifferenceKind>;
  /** Orders whose fills must be summed up again next time. */
  readonly left: readonly string[];
  /** Transfers that the balances have settled. */
  readonly closed: readonly ClosedTransfer[];
}

export interface ComparisonInput {
  readonly state: AccountState;
  /** Number of comparisons of the account so far. */
  readonly comparisons: number;
  /** Returns the orders with updates since the last comparison, by our ids. */
  readonly touched: () => readonly string[];
  /** Returns the transfers that are open at the time of the call. */
  readonly transfers: () => readonly Transfer[];
  /** Holds the account's new orders until the returned function is called. */
  readonly hold: () => () => void;
}

/**
 * Compares an account with its venue once. It looks twice, because updates may still be arriving at
 * the first look:
 *
 *   orders → fills, funding → sums of fills → balances, positions
 *     → nothing disagrees, or: a pause → the same again for what disagreed → reported, corrected
 */
export async function compareAccount(run: Run, input: ComparisonInput): Promise<Compared> {
  await run.settling.settled();
  const orders = await lookAtOrders(run, input.comparisons);
  const before = inPositionMode(inWallets(input.state, run.account), run.account);
  const fills = createFillReader(run, before);
  const payments = createPaymentReader(run, before);
  const movements = createMovements({ fills, payments }, input.transfers);
  await movements.catchUp();
  const missing = fills.suspicions();
  // Updates before a restart are not remembered: the fills themselves name their orders.
  const heard = input.comparisons === 0 ? [...orders.filling, ...fills.orderIds()] : [];
  const ids = new Set([...input.touched(), ...heard]);
  const sums = await lookAtOrderFills(run, [...ids]);
  const look = () => lookOnce(run, movements, input);
  const first = await look();
  const doubts = [orders.suspicions, missing, sums.suspicions];
  let differing: readonly string[] = [];
  let last = first;
  if (doubts.some(({ length }) => length > 0) || (first && !isEven(first))) {
    await pause(run);
    movements.doubt();
    await confirmOrders(run, orders);
    await confirmFills(run, missing);
    differing = await confirmOrderFills(run, sums.suspicions);
    if (first && !isEven(first)) {
      const again = await look();
      last = again && (await reportLasting(run, first, again)) ? again : undefined;
    }
  }
  const { state, kinds } = ended(run, last ?? { putOff: movements.state() });
  const counts = {
    orders: orders.compared,
    fills: fills.looked(),
    balances: Object.values(last?.wallets ?? {}).flatMap(Object.keys).length,
    unsettled: orders.unsettled,
  };
  const left = [...sums.left, ...differing];
  return { state: { ...state, counts }, kinds, left, closed: last?.closed ?? [] };
}

/** Returns the balances and positions; undefined when the account changed all the time. */
async function lookOnce(
  run: Run,
  movements: Movements,
  { state, hold }: ComparisonInput,
): Promise<HoldingsLook | undefined> {
  if (!movements.isWhole()) return undefined;
  const isPaused = state.putOffs >= putOffsMax;
  const release = isPaused ? hold() : undefined;
  try {
    return await lookAtHoldings(run, movements, { isPaused });
  } finally {
    release?.();
  }
}

/**
 * Returns the state after a comparison: balances and positions become the new base, or are left for
 * the next comparison.
 */
function ended(
  run: Run,
  last: HoldingsLook | { readonly putOff: AccountState },
): Pick<Compared, 'state' | 'kinds'> {
  const isPutOff = 'putOff' in last;
  const { unavailable: _ended, ...known } = isPutOff ? last.putOff : takeOver(last);
  const kinds = new Set<DifferenceKind>(differenceKinds);
  if (isPutOff)
    for (const kind of ['balance_changed', 'position_changed'] as const) kinds.delete(kind);
  const putOffs = isPutOff ? known.putOffs + 1 : 0;
  return { state: { ...known, putOffs, lastComparedMs: run.clock.now() }, kinds };
}

async function pause(run: Run): Promise<void> {
  const { clock, signal, session, settling } = run;
  await clock.sleep(confirmAfterMs, signal);
  signal.throwIfAborted();
  // A venue may report an order's end before its fills: they are read before they count as missed.
  await ask(run, async (ends) => session.bringFills?.(ends));
  await settling.settled();
}
