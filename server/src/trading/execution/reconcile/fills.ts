import { reachableTypes } from '../../accounts/index.ts';
import type { MarketType } from '../../model/order.ts';
import type { VenueFill } from '../../venues/venuePort.ts';
import { filledBy, fromVenueClientId } from '../outcomes.ts';
import { forOneLook } from '../venueCalls.ts';
import { forgetOld, readPages } from './pages.ts';
import { type Run, storedNow } from './run.ts';
import { type AccountState, overlapMs, withFills } from './state.ts';

/** Number of fills requested in one call: what venues return in one. */
const pageSize = 500;
/** Overlap of readings within one comparison, where only the venue's own clock matters. */
const shortOverlapMs = 5_000;
/**
 * Maximum number of fills that are remembered so that none counts twice; beyond it the next reading
 * starts at a later time.
 */
const knownMax = 20_000;

/** Reads an account's fills, and adds each to the state once. */
export interface FillReader {
  /** Reads further fills; returns how many were new. */
  catchUp(): Promise<number>;
  /** Returns true when all fills have been read. */
  isWhole(): boolean;
  /** Returns the number of fills that were read. */
  looked(): number;
  /** Returns the time of the newest known fill, by the venue's clock. */
  newestMs(): number | undefined;
  /** Returns our ids of the fills' orders. */
  orderIds(): readonly string[];
  state(): AccountState;
  /** Returns fills that the store did not contain when they were read at the venue. */
  suspicions(): readonly VenueFill[];
}

export function createFillReader(run: Run, first: AccountState): FillReader {
  let state = first;
  /** New fills in the order of reading: which of them came first may become clear only later. */
  const added: VenueFill[] = [];
  let isWhole = true;
  const known = new Map(first.knownFills);
  const looked = new Set<string>();
  const orderIds = new Set<string>();
  const suspicious = new Map<string, VenueFill>();
  /** Time of the newest fill by the venue's clock; undefined before the first one is read. */
  let newestMs: number | undefined;

  const take = async (marketType: MarketType, page: readonly VenueFill[]): Promise<void> => {
    for (const fill of await unstored(run, marketType, page)) suspicious.set(nameOf(fill), fill);
    for (const fill of page) {
      const name = nameOf(fill);
      looked.add(name);
      const orderId = fromVenueClientId(fill.clientId);
      if (orderId !== undefined) orderIds.add(orderId);
      newestMs = Math.max(newestMs ?? 0, fill.atMs);
      if (known.has(name)) continue;
      known.set(name, fill.atMs);
      added.push(fill);
    }
  };
  return {
    async catchUp() {
      const beganMs = run.clock.now();
      const before = added.length;
      let nextMs = beganMs - overlapMs;
      const sinceMs = Math.max(state.fillsSinceMs, (newestMs ?? 0) - shortOverlapMs);
      isWhole = true;
      const session = forOneLook(run.session);
      for (const marketType of reachableTypes(run.account)) {
        const reachedMs = await readPages(run, {
          read: (query, signal) => session.fills({ ...query, marketType }, signal),
          take: (page) => take(marketType, page),
          sinceMs,
          pageSize,
        });
        if (reachedMs === undefined) continue;
        isWhole = false;
        nextMs = Math.min(nextMs, reachedMs);
      }
      const fromMs = Math.max(state.fillsSinceMs, nextMs);
      const fillsSinceMs = forgetOld(known, { sinceMs: fromMs, knownMax });
      const explained = added.length > before ? withFills(first, run.account, added) : state;
      state = { ...explained, fillsSinceMs, knownFills: [...known] };
      return added.length - before;
    },
    isWhole: () => isWhole,
    newestMs: () => newestMs,
    looked: () => looked.size,
    orderIds: () => [...orderIds],
    state: () => state,
    suspicions: () => [...suspicious.values()],
  };
}

/** Stores the fills that are still missing in the store and reports them, one finding per order. */
export async function confirmFills(run: Run, suspicions: readonly VenueFill[]): Promise<void> {
  const byOrder = new Map<string, VenueFill[]>();
  for (const marketType of reachableTypes(run.account)) {
    const some = suspicions.filter((fill) => fill.marketType === marketType);
    for (const fill of await unstored(run, marketType, some)) {
      const order = `${marketType} ${fill.symbol} ${fill.venueOrderId}`;
      byOrder.set(order, [...(byOrder.get(order) ?? []), fill]);
    }
  }
  const missed: (readonly VenueFill[])[] = [];
  const recovered: VenueFill[] = [];
  for (const fills of byOrder.values()) {
    if (await isUnheard(run, fills)) recovered.push(...fills);
    else missed.push(fills);
  }
  await run.report(missed.map(missedFills));
  const all = [...missed.flat(), ...recovered];
  if (all.length > 0) await run.settling.addFills(run.account.id, all);
  if (recovered.length > 0) run.recovered(recovered.length);
}

/**
 * Returns true for fills of our own order, made while no process ran that could have received them.
 */
async function isUnheard(run: Run, fills: readonly VenueFill[]): Promise<boolean> {
  const { unheardUntilMs } = run;
  if (unheardUntilMs === undefined) return false;
  if (fills.some(({ atMs }) => atMs > unheardUntilMs)) return false;
  const id = fromVenueClientId(fills[0]?.clientId);
  return id !== undefined && (await storedNow(run, id)) !== undefined;
}

async function unstored(
  { orders, account }: Run,
  marketType: MarketType,
  fills: readonly VenueFill[],
): Promise<readonly VenueFill[]> {
  const times = fills.map(({ atMs }) => atMs);
  if (times.length === 0) return [];
  const fromMs = times.reduce((least, atMs) => Math.min(least, atMs));
  const toMs = times.reduce((most, atMs) => Math.max(most, atMs));
  const stored = await orders.fillsWithin(account.id, { marketType, fromMs, toMs });
  const names = new Set(stored.map(nameOf));
  return fills.filter((fill) => !names.has(nameOf(fill)));
}

/**
 * Returns a unique name of a fill: a venue's fill id is unique only with market type and symbol.
 */
function nameOf(fill: Pick<VenueFill, 'marketType' | 'symbol' | 'venueTradeId'>): string {
  return `${fill.marketType} ${fill.symbol} ${fill.venueTradeId}`;
}

function missedFills(fills: readonly VenueFill[]) {
  const [first] = fills;
  const count = fills.length === 1 ? 'A fill' : `${fills.length} fills`;
  return {
    kind: 'missed_fill' as const,
    identity: first ? nameOf(first) : '',
    marketType: first?.marketType ?? 'spot',
    symbol: first?.symbol,
    orderId: first?.venueOrderId,
    expected: '0',
    found: filledBy(fills),
    reason: `${count} of the order were not reported by the stream. They are stored now.`,
    isMended: true,
  };
}
