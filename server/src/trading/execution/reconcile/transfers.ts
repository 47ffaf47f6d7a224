import {
  addExact,
  type Exact,
  exactly,
  negateExact,
  subtractExact,
  zeroExact,
} from '../../../kit/exact.ts';
import type { Account } from '../../model/account.ts';
import type { WalletMove } from '../../venues/perpsPort.ts';
import { type Amounts, isWithin } from './effects.ts';
import { type AccountState, expectedOf, toleranceOf, walletState, withChanges } from './state.ts';
import type { ClosedTransfer, Transfer, TransferEnd } from './types.ts';
import { tradedWallets } from './wallets.ts';

/**
 * Time within which balances show a transfer: at once, or within seconds at venues that settle
 * later than they answer. A request whose answer was lost is also carried out within seconds or
 * never.
 */
const shownWithinMs = 60_000;
/**
 * Time for the receiving end when the venue says that the transfer is pending: some minutes are
 * usual.
 */
const pendingWithinMs = 10 * 60_000;
/** Maximum number of stored transfers of an account; nobody usually makes more within a minute. */
const transfersMax = 100;
/**
 * Maximum number of transfer ends whose combinations are tried on a difference: 256 combinations.
 */
const combinedMax = 8;

/** The outcome of an announced transfer. */
type Outcome = 'completed' | 'pending' | 'rejected' | 'unknown';

export function intend(
  transfers: readonly Transfer[],
  id: string,
  move: WalletMove,
): readonly Transfer[] {
  const dueMs = { from: 0, to: 0 };
  const added: Transfer = { id, ...move, status: 'sent', dueMs, arrived: [] };
  // A dropped transfer no longer explains a change: at worst that is reported as a difference.
  return [...transfers, added].slice(-transfersMax);
}

export function settle(
  transfers: readonly Transfer[],
  {
    id,
    outcome,
    nowMs,
  }: { readonly id: string; readonly outcome: Outcome; readonly nowMs: number },
): readonly Transfer[] {
  if (!transfers.some((transfer) => transfer.id === id)) return transfers;
  if (outcome === 'rejected') return transfers.filter((transfer) => transfer.id !== id);
  const arrivesMs = outcome === 'pending' ? pendingWithinMs : shownWithinMs;
  const dueMs = { from: nowMs + shownWithinMs, to: nowMs + arrivesMs };
  return transfers.map((transfer) =>
    transfer.id === id ? { ...transfer, status: outcome, dueMs } : transfer,
  );
}

/**
 * Marks unanswered transfers as unknown: after a restart nobody waits for their answers any more.
 */
export function orphan(transfers: readonly Transfer[], nowMs: number): readonly Transfer[] {
  const unanswered = transfers.filter(({ status }) => status === 'sent');
  return unanswered.reduce(
    (next, { id }) => settle(next, { id, outcome: 'unknown', nowMs }),
    transfers,
  );
}

/** Returns the present transfers, merged with the result of a comparison that began earlier. */
export function mergeTransfers(
  now: readonly Transfer[],
  { left, closed }: Pick<Explained, 'closed'> & { readonly left: readonly Transfer[] },
): readonly Transfer[] {
  const over = new Set(closed.map(({ id }) => id));
  const known = new Map(left.map((transfer) => [transfer.id, transfer]));
  return now
    .filter(({ id }) => !over.has(id))
    .map((transfer) => ({ ...transfer, arrived: known.get(transfer.id)?.arrived ?? [] }));
}

/** Returns true when the transfer moves money of a wallet that is compared. */
export function isSeen(account: Account, { from, to }: WalletMove): boolean {
  return tradedWallets(account).some(({ name }) => name === from || name === to);
}

/** One end of a transfer that a balance may or may not contain yet. */
interface OpenEnd {
  readonly transfer: Transfer;
  readonly end: TransferEnd;
  readonly amount: Exact;
}

export interface Explained {
  readonly state: AccountState;
  readonly closed: readonly ClosedTransfer[];
}

/**
 * Turns transfers that the balances show into changes, like those of fills. When a due transfer is
 * not shown, it was not carried out if its outcome was unknown and the balances show no part of it;
 * otherwise it still counts as a change.
 */
export function explainTransfers(
  first: AccountState,
  { account, wallets, nowMs }: { account: Account; wallets: Wallets; nowMs: number },
): Explained {
  let state = first;
  for (const { name } of tradedWallets(account)) {
    const assets = new Set(state.transfers.map(({ asset }) => asset));
    for (const asset of assets) {
      const found = wallets[name]?.[asset];
      const arrived = arrivedAt(state, { name, asset, found, nowMs });
      for (const open of arrived) state = withArrived(state, name, open);
    }
  }
  const closed: ClosedTransfer[] = [];
  for (const transfer of state.transfers) {
    const open = tradedWallets(account).flatMap(({ name }) =>
      endsOf(transfer, name).map((end) => ({ ...end, name })),
    );
    const due = open.filter(({ end }) => transfer.dueMs[end] <= nowMs);
    const isDone = transfer.status !== 'unknown' || transfer.arrived.length > 0;
    if (isDone) for (const end of due) state = withArrived(state, end.name, end);
    if (due.length < open.length) continue;
    const shown = open.length === 0 ? 'shown' : 'missing';
    closed.push({ ...transfer, outcome: isDone ? shown : 'notDone' });
  }
  const over = new Set(closed.map(({ id }) => id));
  const transfers = state.transfers.filter(({ id }) => !over.has(id));
  return { state: { ...state, transfers }, closed };
}

/** Balances of every wallet at the venue, at one moment. */
export type Wallets = Readonly<Record<string, Amounts>>;

/** Returns the ends of transfers that may still change an asset of a wallet. */
export function openEnds(
  { transfers }: AccountState,
  { name, asset }: { readonly name: string; readonly asset: string },
): readonly OpenEnd[] {
  return transfers
    .filter((transfer) => transfer.asset === asset)
    .flatMap((transfer) => endsOf(transfer, name));
}

function endsOf(transfer: Transfer, wallet: string): readonly OpenEnd[] {
  const amount = exactly(transfer.amount);
  const ends: OpenEnd[] = [
    { transfer, end: 'from', amount: negateExact(amount) },
    { transfer, end: 'to', amount },
  ];
  return ends.filter(({ end }) => transfer[end] === wallet && !transfer.arrived.includes(end));
}

/** A balance that the venue reports; undefined for none. */
interface Seen {
  readonly name: string;
  readonly asset: string;
  readonly found: string | undefined;
  readonly nowMs: number;
}

/** Returns the open ends that a balance shows; none if they do not explain it. */
function arrivedAt(state: AccountState, { name, asset, found, nowMs }: Seen): readonly OpenEnd[] {
  const wallet = walletState(state, name);
  const open = openEnds(state, { name, asset });
  // The first balances of a wallet are the base as they are.
  if (wallet.balances === undefined) return open;
  const difference = subtractExact(exactly(found ?? '0'), expectedOf(wallet, asset));
  const tolerance = toleranceOf(wallet, asset);
  const isIt = (some: readonly OpenEnd[]) => {
    const sum = some.map(({ amount }) => amount).reduce(addExact, zeroExact);
    return isWithin(subtractExact(difference, sum), tolerance);
  };
  const done = open.filter(({ transfer }) => transfer.status !== 'unknown');
  const unknown = open.filter(({ transfer }) => transfer.status === 'unknown');
  const likely = [...done, ...unknown];
  const due = done.filter(({ transfer, end }) => transfer.dueMs[end] <= nowMs);
  // A due end was carried out, so a balance that seems unchanged contains an opposite change: a
  // transfer back a little later, or one of unknown outcome.
  const expected = due.length === 0 ? [] : explanationsWith(due, { open, done, likely });
  const tried = [...expected, [], likely, done, ...combinationsOf(likely.slice(0, combinedMax))];
  return tried.find(isIt) ?? [];
}

interface Ends {
  readonly open: readonly OpenEnd[];
  readonly done: readonly OpenEnd[];
  /** Completed ends, then those of unknown outcome. */
  readonly likely: readonly OpenEnd[];
}

/** Returns the possible contents of a balance that must show the due ends, the likeliest first. */
function explanationsWith(
  due: readonly OpenEnd[],
  { open, done, likely }: Ends,
): readonly (readonly OpenEnd[])[] {
  if (due.length === open.length) return [likely];
  const others = likely.filter((end) => !due.includes(end));
  // Venues show transfers in the order in which they were made.
  const firsts = others.map((_end, index) => [...due, ...others.slice(0, index + 1)]);
  const some = combinationsOf(others.slice(0, combinedMax)).map((ends) => [...due, ...ends]);
  return [due, ...firsts, done, likely, ...some];
}

function combinationsOf(ends: readonly OpenEnd[]): readonly (readonly OpenEnd[])[] {
  return Array.from({ length: 2 ** ends.length }, (_, mask) =>
    ends.filter((_end, index) => (mask & (1 << index)) !== 0),
  );
}

/** Adds the end to the changes and closes it. */
function withArrived(
  state: AccountState,
  name: string,
  { transfer, end, amount }: OpenEnd,
): AccountState {
  const changed = withChanges(state, name, [{ asset: transfer.asset, amount }]);
  const transfers = state.transfers.map((one) =>
    one.id === transfer.id ? { ...one, arrived: [...one.arrived, end] } : one,
  );
  return { ...changed, transfers };
}
