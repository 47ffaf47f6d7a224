import { isTriggered, type MarketType } from '../../../model/order.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { Fields } from '../../shared/json.ts';
import type { Dialect, DialectCall } from '../../shared/live/dialect.ts';
import type { TradeRequest } from '../../shared/live/tradeHttp.ts';
import type { OrderRef, VenueOrderState } from '../../venuePort.ts';
import { gateioListing } from '../marketData/listing.ts';
import { keyFacts, venueTime } from './account.ts';
import { walletBalances } from './balances.ts';
import { toText } from './clientIds.ts';
import { childOf, triggerState } from './conditionals.ts';
import { marketNamed } from './contracts.ts';
import { gateioDeadMansSwitch } from './deadMansSwitch.ts';
import { idOf, type Market } from './endpoints.ts';
import { gateioErrors } from './errors.ts';
import { gateioAccountFees } from './fees.ts';
import { fillsSince } from './fills.ts';
import { gateioLimits } from './limits.ts';
import { childById, findOrder, isNotFound, one, setterOf } from './lookup.ts';
import { openRows } from './orderLists.ts';
import { gateioPerps } from './perps.ts';
import { submitOrder } from './sending.ts';
import { plainState } from './states.ts';
import { gateioTransfers } from './transfers.ts';
import { inMode, inModeOfNow, readUnifiedMode } from './unifiedMode.ts';
import { gateioUserStreams } from './userStreams.ts';

/** Spot, perpetuals and dated contracts in USDT, one class of ccxt for all. */
export const gateioDialect: Dialect = {
  ccxtClass: 'gate',
  marketTypes: ['spot', 'swap', 'future'],
  credential: 'main',
  listing: gateioListing,
  limits: gateioLimits,
  options: {
    // Otherwise each client would ask before its first call, and take a failure for a no. The
    // requests that differ for unified accounts are made by path, as all others are.
    unifiedAccount: false,
  },
  userStreams: gateioUserStreams,
  words: gateioErrors,
  headers: deadlineOf,
  takenWithinMs: (type) => (isTriggered(type) ? signatureMs : sendingMsMax),
  async submit(call, order) {
    return submitOrder(await inMode(call), order);
  },
  cancel: (call, ref) => inModeOfNow(call, (known) => cancelOrder(known, ref)),
  lookup: (call, ref) => inModeOfNow(call, (known) => orderState(known, ref)),
  openOrders: (call, marketType, symbol) =>
    inModeOfNow(call, (known) => openStates(known, marketType, symbol)),
  async balances(call, marketType) {
    return walletBalances(await inMode(call), marketType);
  },
  unifiedMode: readUnifiedMode,
  time: venueTime,
  keyFacts,
  deadMansSwitch: gateioDeadMansSwitch,
  perps: gateioPerps,
  fees: gateioAccountFees,
  transfers: gateioTransfers,
  fills: (call, { marketType, symbol, sinceMs, limit }) =>
    inModeOfNow(call, (known) => fillsSince(known, { symbol, marketType }, { sinceMs, limit })),
};

async function cancelOrder(call: DialectCall, ref: OrderRef): Promise<void> {
  const market = { symbol: ref.symbol, marketType: ref.marketType };
  const text = ref.marketType === 'future' ? undefined : toText(ref.clientId);
  if (text === undefined) return cancelFound(call, ref, market);
  try {
    await one(call, market, { method: 'DELETE', path: 'orders', id: text });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await cancelFound(call, ref, market);
  }
}

async function orderState(call: DialectCall, ref: OrderRef): Promise<VenueOrderState | undefined> {
  const market = { symbol: ref.symbol, marketType: ref.marketType };
  const found = await findOrder(call, ref);
  if (found?.kind === 'plain') return plainState(call, found.row, market);
  const clientId = toText(ref.clientId) === undefined ? undefined : ref.clientId;
  return found && asleepState(call, found.row, { market, clientId });
}

async function openStates(
  call: DialectCall,
  marketType: MarketType,
  symbol: InstrumentSymbol | undefined,
): Promise<readonly VenueOrderState[]> {
  const states: VenueOrderState[] = [];
  for (const row of await openRows(call, { marketType, symbol, path: 'orders' })) {
    const market = marketOf(call, row, marketType);
    if (market) states.push(await openState(call, row, market));
  }
  for (const row of await openRows(call, { marketType, symbol, path: 'price_orders' })) {
    const market = marketOf(call, row, marketType);
    if (market) states.push(await asleepState(call, row, { market, clientId: undefined }));
  }
  return states;
}

/**
 * The venue accepts a signed request for a minute. It drops an order that is older than this: one
 * not reported by then was not accepted.
 */
const sendingMsMax = 5_000;
/** No document says that this header drops orders with a trigger: only their signature expires. */
const signatureMs = 60_000;

function deadlineOf({ method }: TradeRequest, nowMs: number): Readonly<Record<string, string>> {
  return method === 'POST' ? { 'x-gate-exptime': String(nowMs + sendingMsMax) } : {};
}

/**
 * Cancels the conditional order or the one that replaced it; if there is none, the caller looks it
 * up next.
 */
async function cancelFound(call: DialectCall, ref: OrderRef, market: Market): Promise<void> {
  const found = await findOrder(call, ref);
  if (!found) return;
  const { kind, row } = found;
  const childId = kind === 'trigger' ? childOf(row) : undefined;
  const path = kind === 'trigger' && childId === undefined ? 'price_orders' : 'orders';
  const isOpen = childId !== undefined || row.status === 'open';
  if (isOpen) await one(call, market, { method: 'DELETE', path, id: childId ?? idOf(row) });
}

/** Returns an open order, or the conditional one that it replaced. */
async function openState(call: DialectCall, row: Fields, market: Market): Promise<VenueOrderState> {
  const asleep = await setterOf(call, row, market);
  if (!asleep) return plainState(call, row, market);
  return asleepState(call, asleep, { market, clientId: undefined });
}

function asleepState(
  call: DialectCall,
  row: Fields,
  context: { readonly market: Market; readonly clientId: string | undefined },
): Promise<VenueOrderState> {
  const { market } = context;
  return triggerState(call, row, { ...context, fetchChild: (id) => childById(call, id, market) });
}

function marketOf(call: DialectCall, row: Fields, marketType: MarketType): Market | undefined {
  const symbol = marketNamed(call, row, marketType);
  return symbol && { symbol, marketType };
}
