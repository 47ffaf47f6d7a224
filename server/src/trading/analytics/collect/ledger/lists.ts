import { reachableTypes } from '../../../accounts/index.ts';
import type { Account } from '../../../model/account.ts';
import type { MarketType } from '../../../model/order.ts';
import { symbolParts } from '../../../model/symbol.ts';
import type {
  PerpsSession,
  VenueLedgerEntry,
  VenueTwap,
  VenueTwapFill,
} from '../../../venues/perpsPort.ts';
import type { VenueFill, VenueSession } from '../../../venues/venuePort.ts';
import type { CollectStore, LedgerKind, LedgerRecord, TwapRecord } from '../../types.ts';
import type { ReadOutcome } from './pace.ts';
import type { LedgerList } from './reading.ts';

/** Time before an account was added here that is read: the least that exchanges keep. */
const lookbackMs = 90 * 86_400_000;
/** Entries asked for in one call: most venues return as many. */
const pageSize = 100;
/** The same for fills. */
const fillsPageSize = 500;
/** Old fills are not urgent, and the calls count against the limit that orders may need. */
const oldPagesMax = 4;

export interface ListsDeps {
  readonly store: Pick<CollectStore, 'addLedger' | 'addTwaps'>;
  readonly addFills: (account: Account, fills: readonly VenueFill[]) => Promise<unknown>;
  /** USD of one unit at the current rate. */
  readonly latestUsd: (asset: string) => number | undefined;
}

/** The parts of an account's history that are read, each by itself. */
export interface ReadList {
  readonly name: string;
  /** The list is not read again sooner once it was read to its end. */
  readonly everyMs?: number;
  run(read: ReadOn): Promise<ReadOutcome>;
}

type ReadOn = <Entry extends { readonly atMs: number }>(
  list: LedgerList<Entry>,
) => Promise<ReadOutcome>;

/**
 * Returns the lists that the account's session offers beside trading; those it does not offer are
 * left out.
 */
export function ledgerLists(
  deps: ListsDeps,
  { account, session, nowMs }: { account: Account; session: PerpsSession; nowMs: number },
): readonly ReadList[] {
  // A paper account has nothing from before it was created.
  const firstMs = account.mode === 'paper' ? account.createdAtMs : nowMs - lookbackMs;
  const { fundingPayments, realizedPnl, rebates, twapFills } = session;
  const types = reachableTypes(account).filter((type) => type !== 'spot');
  const booked = (
    kind: Exclude<LedgerKind, 'rebate'>,
    marketType: MarketType,
    ask: NonNullable<PerpsSession['fundingPayments']>,
  ) =>
    listed({
      name: kind === 'funding' ? kind : `${kind}.${marketType}`,
      firstMs,
      pageSize,
      read: (query, signal) => ask({ ...query, marketType, symbol: undefined }, signal),
      store: (entries: readonly VenueLedgerEntry[]) =>
        deps.store.addLedger(
          entries.map((entry) => toRecord(deps, account, { ...entry, kind, marketType })),
        ),
    });
  return [
    // Only perpetuals pay funding; dated contracts do not.
    ...(fundingPayments && types.includes('swap')
      ? [booked('funding', 'swap', fundingPayments)]
      : []),
    ...(realizedPnl ? types.map((type) => booked('realised', type, realizedPnl)) : []),
    ...(rebates
      ? [
          rarely({
            name: 'rebates',
            firstMs,
            pageSize,
            read: rebates,
            store: (entries) =>
              deps.store.addLedger(
                entries.map((entry) => toRecord(deps, account, { ...entry, kind: 'rebate' })),
              ),
          }),
        ]
      : []),
    ...(twapFills
      ? [
          listed({
            name: 'twap_fills',
            firstMs,
            pageSize,
            read: twapFills,
            store: (fills) => storeSlices(deps, account, fills),
          }),
        ]
      : []),
  ];
}

/** Lists the fills from before the account was added; the comparisons import the later ones. */
export function oldFillLists(
  deps: ListsDeps,
  account: Account,
  session: Pick<VenueSession, 'fills'>,
): readonly ReadList[] {
  if (account.mode === 'paper') return [];
  const { createdAtMs } = account;
  return reachableTypes(account).map((marketType) =>
    listed({
      name: `fills_before.${marketType}`,
      firstMs: createdAtMs - lookbackMs,
      endMs: createdAtMs,
      pageSize: fillsPageSize,
      pagesMax: oldPagesMax,
      read: (query, signal) => session.fills({ ...query, marketType }, signal),
      store: (fills) => deps.addFills(account, fills),
    }),
  );
}

/** Returns a TWAP order as the venue reports it now. */
export function toTwapRecord(account: Account, twap: VenueTwap): TwapRecord {
  return { ...twap, accountId: account.id, fills: [] };
}

function listed<Entry extends { readonly atMs: number }>(list: LedgerList<Entry>): ReadList {
  return { name: list.name, run: (read) => read(list) };
}

/** Only Gate has them: about ten requests, for what is booked once a day or an hour. */
const rebatesEveryMs = 900_000;

function rarely<Entry extends { readonly atMs: number }>(list: LedgerList<Entry>): ReadList {
  return { ...listed(list), everyMs: rebatesEveryMs };
}

interface Booked extends Omit<VenueLedgerEntry, 'symbol'> {
  readonly kind: LedgerKind;
  readonly marketType: MarketType;
  readonly symbol?: VenueLedgerEntry['symbol'] | undefined;
  readonly source?: string;
}

function toRecord({ latestUsd }: ListsDeps, { id }: Account, entry: Booked): LedgerRecord {
  const { kind, marketType, symbol, asset, amount, source, atMs } = entry;
  return {
    accountId: id,
    kind,
    marketType,
    entryId: entry.id,
    symbol,
    asset,
    amount,
    source,
    atMs,
    usd: latestUsd(asset),
  };
}

/** Slices are executions like others, and are in no other list of the venue. */
async function storeSlices(
  deps: ListsDeps,
  account: Account,
  slices: readonly VenueTwapFill[],
): Promise<void> {
  await deps.store.addTwaps(slices.map((fill) => ofFill(account, fill)));
  await deps.addFills(
    account,
    slices.map(({ twapId: _, realised: __, ...fill }) => ({ ...fill, clientId: undefined })),
  );
  const taken = slices.filter(({ realised }) => Number(realised) !== 0);
  await deps.store.addLedger(taken.map((fill) => toRecord(deps, account, profitOf(fill))));
}

/** Returns a profit in the format in which the venue reports the profits of other executions. */
function profitOf({ venueTradeId, realised, symbol, marketType, atMs }: VenueTwapFill): Booked {
  const { settle, quote } = symbolParts(symbol);
  const asset = settle ?? quote;
  const entry = { id: venueTradeId, symbol, amount: realised, asset, atMs, info: {} };
  return { ...entry, kind: 'realised', marketType };
}

function ofFill({ id }: Account, fill: VenueTwapFill): TwapRecord {
  const { twapId, symbol, side, ...rest } = fill;
  const { venueTradeId, price, quantity, fee, atMs } = rest;
  return {
    accountId: id,
    twapId,
    symbol,
    side,
    totalSize: undefined,
    atMs,
    fills: [{ venueTradeId, price, quantity, fee, atMs }],
  };
}
