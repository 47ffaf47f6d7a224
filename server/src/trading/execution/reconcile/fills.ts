import { reachableTypes } from '../../accounts/index.ts';
import type { MarketType } from '../../model/order.ts';
import type { VenueFill } from '../../venues/venuePort.ts';
import { filledBy, fromVenueClientId } from '../outcomes.ts';
import { forOneLook } from '../venueCalls.ts';
import { forgetOld, readPages } from './pages.ts';
import { type Run, storedNow } from './run.ts';
import { type AccountState, overlapMs, withFills } from './state.ts';

/** Fills asked for in one call: what venues give in one. */
const pageSize = 500;
/** The same within one comparison, by the venue's own clock alone. */
const shortOverlapMs = 5_000;
/** Fills remembered so as to count none twice; a wilder minute is read again from later on. */
const knownMax = 20_000;

/** Reads an account's fills, each into the state once. */
export interface FillReader {
  /** Reads on; returns how many fills were new. */
  catchUp(): Promise<number>;
  /** Whether everything there is has been read. */
  isWhole(): boolean;
  /** Fills that were looked at. */
  looked(): number;
  /** Time of the newest that is known, by the venue's clock. */
  newestMs(): number | undefined;
  /** Our ids of the orders they are of. */
  orderIds(): readonly string[];
  state(): AccountState;
  /** Fills that the venue has and the store had not when they were read. */
  suspicions(): readonly VenueFill[];
}

export function createFillReader(run: Run, first: AccountState): FillReader {
  let state = first;
  /** New ones, as they were read: which of them came first may show only later. */
  const added: VenueFill[] = [];
  let isWhole = true;
  const known = new Map(first.knownFills);
  const looked = new Set<string>();
  const orderIds = new Set<string>();
  const suspicious = new Map<string, VenueFill>();
  /** By the venue's clock; undefined before the first one is read. */
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
          ...{ sinceMs, pageSize },
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

/** Stores what the store still has not, and tells of it, one finding an order. */
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

/** True for fills of our own order, made while nothing ran that could have heard of them. */
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

/** A venue's id of a fill is unique with these. */
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
    reason: `${count} of the order came without news. What was missing is stored now.`,
    isMended: true,
  };
}
