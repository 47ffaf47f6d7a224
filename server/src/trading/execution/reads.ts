import type { Clock } from '../../kit/clock.ts';
import { AppError, nothingSent, StoreError } from '../../kit/errors.ts';
import { compareExact, exactly } from '../../kit/exact.ts';
import type { Account } from '../model/account.ts';
import { type MarketType, marketClassOf } from '../model/order.ts';
import { VenueUnavailableError } from '../model/venueUnavailableError.ts';
import type { WalletName } from '../venues/perpsPort.ts';
import { capabilitiesOf, marketTypesIn } from '../venues/registry.ts';
import type { OrderRef, VenueOrderState } from '../venues/venuePort.ts';
import type { BalanceMemory } from './balanceMemory.ts';
import type { OrderStore, StoredOrder } from './orderStore.ts';
import { filledBy, toOutcome } from './outcomes.ts';
import { isBehind } from './reconcile/orderTerms.ts';
import type { Sessions } from './sessions.ts';
import type { Settling } from './settling.ts';
import { isOver, isUnsettled, refOf } from './storedOrders.ts';
import { utcDay } from './submit.ts';
import { queriedMarketType, queriedSymbol, requireReached } from './terms.ts';
import type {
  AccountBalances,
  DailyLimit,
  OpenOrdersQuery,
  OrderQuery,
  OrderView,
} from './types.ts';
import { answerFrom, outcomeOf } from './venueCalls.ts';

export interface ReadsDeps {
  readonly find: (accountId: string) => Promise<Account>;
  readonly orders: OrderStore;
  readonly sessions: Sessions;
  readonly settling: Settling;
  readonly clock: Clock;
  readonly balanceMemory: BalanceMemory;
  readonly observe: ReadsObserver;
}

export interface ReadsObserver {
  /** Called when a venue's report could not be written; the caller receives it all the same. */
  writeBackFailed(accountId: string, orderId: string, error: unknown): void;
}

/** An order that a caller named, with its account; `stored` is set if it is one of ours. */
export interface NamedOrder {
  readonly account: Account;
  readonly stored: StoredOrder | undefined;
  readonly ref: OrderRef;
}

/**
 * Finds the order. Throws ORDER_NOT_FOUND when nothing of that name is stored and the query does
 * not contain enough to ask the venue.
 */
export async function findNamed(
  { find, orders }: Pick<ReadsDeps, 'find' | 'orders'>,
  query: OrderQuery,
): Promise<NamedOrder> {
  const account = await find(query.accountId);
  const symbol = queriedSymbol(query.symbol);
  const stored = await orders.find(account.id, query.name, symbol);
  const isOther = query.marketType !== undefined && stored?.marketType !== query.marketType;
  if (stored && !isOther) return { account, stored, ref: refOf(stored) };
  // With another symbol it is another order: a venue that looks up by id alone must not be asked.
  const isKnown = stored ?? (await orders.find(account.id, query.name));
  if (!symbol || isKnown) throw orderNotFound(query.name, account);
  const marketType = queriedMarketType(symbol, query.marketType);
  requireReached(account, marketType);
  const ref = { clientId: query.name, venueOrderId: query.name, symbol, marketType };
  return { account, stored: undefined, ref };
}

/**
 * Returns the order as the venue has it now and stores that; an error stores nothing. If the caller
 * allows it, the venue is not asked when the account's stream proves that nothing changed.
 */
export async function readOrder(deps: ReadsDeps, query: OrderQuery): Promise<OrderView> {
  const named = await findNamed(deps, query);
  const { account, stored, ref } = named;
  // The venue never received it, or keeps no trace: only the stored order is left.
  if (stored && isOver(stored) && stored.venueOrderId === undefined) return { stored };
  if (stored && query.mayRecall === true && (await isProven(deps, stored))) return { stored };
  const session = deps.sessions.of(account);
  // An order may have ended differently than reported: only its venue knows.
  const mayRecall = query.mayRecall === true && stored?.status === 'open';
  const recalled = mayRecall ? session.recall?.(ref) : undefined;
  // The stream's updates are written a moment later; until then the venue is asked.
  if (stored && recalled && !isBehind(stored, recalled.order)) {
    return { stored, ageMs: recalled.ageMs };
  }
  const found = await outcomeOf(deps.clock, (signal) => session.lookup(ref, signal));
  switch (found.kind) {
    case 'found':
      return writeBack(deps, named, found.order);
    case 'absent':
      // The order is still being sent, or lost: the store knows more than a venue that has not seen
      // it.
      if (stored && isUnsettled(stored)) {
        return { stored: (await deps.orders.find(account.id, stored.id)) ?? stored };
      }
      throw orderNotFound(query.name, account);
    case 'unknown':
      throw unanswered(account, found);
  }
}

/**
 * Fills may be reported after the end of their order: within this time two comparisons have read
 * them, with slack. A completely filled order needs no other evidence than its fills.
 */
const provenMs = 150_000;

/**
 * Returns true for an ended order whose fills are all stored, so that it cannot change any more.
 */
async function isProven({ orders, clock }: ReadsDeps, stored: StoredOrder): Promise<boolean> {
  if (!isOver(stored)) return false;
  const isWhole = compareExact(exactly(stored.filled), exactly(stored.quantity)) >= 0;
  if (!isWhole && clock.now() - stored.updatedAtMs < provenMs) return false;
  const fills = await orders.fillsOf(stored);
  const sum = exactly(filledBy(fills));
  const isFeeMissing = stored.feeAsset === undefined && fills.some(({ feeAsset }) => feeAsset);
  return compareExact(sum, exactly(stored.filled)) === 0 && !isFeeMissing;
}

/** Stores the venue's report. The caller receives the report even if it cannot be written. */
export async function writeBack(
  { settling, observe }: Pick<ReadsDeps, 'settling' | 'observe'>,
  { account, stored }: NamedOrder,
  state: VenueOrderState,
): Promise<OrderView> {
  if (!stored) return { state, clientOrderId: undefined };
  try {
    const recorded = await settling.record(stored.id, toOutcome(state));
    if (recorded) return { stored: recorded };
  } catch (error) {
    observe.writeBackFailed(account.id, stored.id, error);
  }
  return { state, clientOrderId: stored.clientOrderId };
}

export async function readOpenOrders(
  deps: ReadsDeps,
  query: OpenOrdersQuery,
): Promise<readonly OrderView[]> {
  const account = await deps.find(query.accountId);
  const symbol = queriedSymbol(query.symbol);
  const marketType = queriedMarketType(query.symbol, query.marketType);
  requireMarketType(account, marketType);
  requireReached(account, marketType);
  const session = deps.sessions.of(account);
  const states = await orUnreachable(account, () =>
    answerFrom(deps.clock, (signal) => session.openOrders(marketType, symbol, signal)),
  );
  const live = await deps.orders.live(account.id);
  const byClientId = new Map(live.map((order) => [order.venueClientId, order]));
  return states.map((state) => {
    const stored = state.clientId === undefined ? undefined : byClientId.get(state.clientId);
    return { state: stored ? asNamed(state, stored) : state, clientOrderId: stored?.clientOrderId };
  });
}

/**
 * Returns the state under the order's own id and type: a triggered stop may rest as another order.
 */
function asNamed(state: VenueOrderState, stored: StoredOrder): VenueOrderState {
  const { venueOrderId = state.venueOrderId, type, stopPrice } = stored;
  return {
    ...state,
    venueOrderId,
    type,
    // Only its venue knows the present stop price of a trailing stop.
    stopPrice: stopPrice === undefined ? state.stopPrice : Number(stopPrice),
  };
}

export async function readBalances(
  deps: ReadsDeps,
  accountId: string,
  marketType: MarketType,
): Promise<AccountBalances> {
  const account = await deps.find(accountId);
  requireMarketType(account, marketType);
  const session = deps.sessions.of(account);
  const balances = await orUnreachable(account, () =>
    answerFrom(deps.clock, (signal) => session.balances(marketType, signal)),
  );
  return { account, balances };
}

/**
 * Returns the balances of a wallet that is not used for trading. Throws NOT_SUPPORTED when the
 * venue does not report them.
 */
export async function readWalletBalances(
  deps: ReadsDeps,
  accountId: string,
  wallet: WalletName,
): Promise<AccountBalances> {
  const account = await deps.find(accountId);
  const session = deps.sessions.of(account);
  const { walletBalances } = session;
  if (!walletBalances) {
    const message = `Error - ${account.venue} does not report what is in the wallet ${wallet}.`;
    throw new AppError('NOT_SUPPORTED', { message, data: { exchange: account.venue, wallet } });
  }
  const balances = await orUnreachable(account, () =>
    answerFrom(deps.clock, (signal) => walletBalances(wallet, signal)),
  );
  return { account, balances };
}

/**
 * Returns balances; those that are remembered of a live account serve while our limits delay the
 * request.
 */
export async function readKnownBalances(
  deps: ReadsDeps,
  accountId: string,
  marketType: MarketType,
): Promise<AccountBalances> {
  const account = await deps.find(accountId);
  if (account.mode !== 'live') return readBalances(deps, accountId, marketType);
  requireMarketType(account, marketType);
  const session = deps.sessions.of(account);
  const ask = () => answerFrom(deps.clock, (signal) => session.balances(marketType, signal));
  const told = await orUnreachable(account, () =>
    deps.balanceMemory.get({ account, marketType }, ask),
  );
  return { account, ...told };
}

export async function readDailyLimit(
  { find, orders, clock }: ReadsDeps,
  accountId: string,
): Promise<DailyLimit> {
  const account = await find(accountId);
  const day = utcDay(clock.now());
  const usage = await orders.usage(account.id, day);
  return { day, limitMicroUsd: account.dailyLimitMicroUsd, ...usage };
}

/** Throws NOT_SUPPORTED when the venue has no markets of this type (Trading §4.1). */
function requireMarketType(account: Account, marketType: MarketType): void {
  const { venue } = account;
  const isTraded = capabilitiesOf(venue)[marketClassOf(marketType)] !== undefined;
  if (isTraded && marketTypesIn(account).includes(marketType)) return;
  const where = isTraded ? ` in ${account.environment}, region ${account.region}` : '';
  const message = `Error - ${venue} does not support ${marketType} trading${where}.`;
  throw new AppError('NOT_SUPPORTED', {
    message,
    data: { exchange: venue, market_type: marketType },
  });
}

export async function orUnreachable<Value>(
  account: Account,
  call: () => Promise<Value>,
): Promise<Value> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof VenueUnavailableError) throw unanswered(account, error);
    throw error;
  }
}

/**
 * Returns the error of a request without an answer: for a paper account our own database failed.
 */
function unanswered(
  { venue }: Account,
  why: { readonly message: string; readonly cause?: unknown },
): AppError {
  if (why.cause instanceof StoreError) return nothingSent(why.cause);
  const message = `Could not reach ${venue}. ${why.message}`;
  return new AppError('NETWORK_ERROR', { message, data: { exchange: venue }, cause: why });
}

export function notAnswering({ venue }: Account, why: string, data = {}): AppError {
  const message = `Could not reach ${venue}. ${why}`;
  return new AppError('NETWORK_ERROR', { message, data: { exchange: venue, ...data } });
}

export function orderNotFound(name: string, { id, venue }: Account): AppError {
  const message = `Order ${name} was not found at ${venue} (account ${id}).`;
  return new AppError('ORDER_NOT_FOUND', { message, data: { order_id: name } });
}
