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
  /** What a venue said of an order could not be written; the caller has it all the same. */
  writeBackFailed(accountId: string, orderId: string, error: unknown): void;
}

/** An order a caller named: at its account, and stored if it is one of ours. */
export interface NamedOrder {
  readonly account: Account;
  readonly stored: StoredOrder | undefined;
  readonly ref: OrderRef;
}

/** ORDER_NOT_FOUND when nothing of that name is stored and too little is said to ask the venue. */
export async function findNamed(
  { find, orders }: Pick<ReadsDeps, 'find' | 'orders'>,
  query: OrderQuery,
): Promise<NamedOrder> {
  const account = await find(query.accountId);
  const symbol = queriedSymbol(query.symbol);
  const stored = await orders.find(account.id, query.name, symbol);
  const isOther = query.marketType !== undefined && stored?.marketType !== query.marketType;
  if (stored && !isOther) return { account, stored, ref: refOf(stored) };
  // Of another symbol it is another order: a venue that looks by id alone must not be asked.
  const isKnown = stored ?? (await orders.find(account.id, query.name));
  if (!symbol || isKnown) throw orderNotFound(query.name, account);
  const marketType = queriedMarketType(symbol, query.marketType);
  requireReached(account, marketType);
  const ref = { clientId: query.name, venueOrderId: query.name, symbol, marketType };
  return { account, stored: undefined, ref };
}

/**
 * The order as the venue has it now; what it says is stored, and an error stores nothing. Where the
 * caller agrees, the venue is not asked if the account's stream proves that nothing changed.
 */
export async function readOrder(deps: ReadsDeps, query: OrderQuery): Promise<OrderView> {
  const named = await findNamed(deps, query);
  const { account, stored, ref } = named;
  // The venue was never told of it, or keeps no trace: what is stored is all there is.
  if (stored && isOver(stored) && stored.venueOrderId === undefined) return { stored };
  if (stored && query.mayRecall === true && (await isProven(deps, stored))) return { stored };
  const session = deps.sessions.of(account);
  // An order may have ended otherwise than was heard: only its venue knows.
  const mayRecall = query.mayRecall === true && stored?.status === 'open';
  const recalled = mayRecall ? session.recall?.(ref) : undefined;
  // News are told first and written a moment later; until then the venue is asked.
  if (stored && recalled && !isBehind(stored, recalled.order)) {
    return { stored, ageMs: recalled.ageMs };
  }
  const found = await outcomeOf(deps.clock, (signal) => session.lookup(ref, signal));
  switch (found.kind) {
    case 'found':
      return writeBack(deps, named, found.order);
    case 'absent':
      // Still on its way, or lost: the store knows better than a venue that has not seen it.
      if (stored && isUnsettled(stored)) {
        return { stored: (await deps.orders.find(account.id, stored.id)) ?? stored };
      }
      throw orderNotFound(query.name, account);
    case 'unknown':
      throw unanswered(account, found);
  }
}

/**
 * The fills of an order may be told after its end: by then two comparisons have read them, with
 * slack. What filled whole needs no more evidence than its fills.
 */
const provenMs = 150_000;

/** True for an ended order whose fills are all stored: nothing becomes of it any more. */
async function isProven({ orders, clock }: ReadsDeps, stored: StoredOrder): Promise<boolean> {
  if (!isOver(stored)) return false;
  const isWhole = compareExact(exactly(stored.filled), exactly(stored.quantity)) >= 0;
  if (!isWhole && clock.now() - stored.updatedAtMs < provenMs) return false;
  const fills = await orders.fillsOf(stored);
  const sum = exactly(filledBy(fills));
  const isFeeMissing = stored.feeAsset === undefined && fills.some(({ feeAsset }) => feeAsset);
  return compareExact(sum, exactly(stored.filled)) === 0 && !isFeeMissing;
}

/** Stores what the venue said. The caller has the venue's word even if it cannot be written. */
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
  const states = await asked(account, () =>
    answerFrom(deps.clock, (signal) => session.openOrders(marketType, symbol, signal)),
  );
  const live = await deps.orders.live(account.id);
  const byClientId = new Map(live.map((order) => [order.venueClientId, order]));
  return states.map((state) => {
    const stored = state.clientId === undefined ? undefined : byClientId.get(state.clientId);
    return { state: stored ? asNamed(state, stored) : state, clientOrderId: stored?.clientOrderId };
  });
}

/** A stop that went off may rest as another order: to us it stays the one that was sent. */
function asNamed(state: VenueOrderState, stored: StoredOrder): VenueOrderState {
  const { venueOrderId = state.venueOrderId, type, stopPrice } = stored;
  return {
    ...{ ...state, venueOrderId, type },
    // Where a trailing stop stands, its venue alone knows.
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
  const balances = await asked(account, () =>
    answerFrom(deps.clock, (signal) => session.balances(marketType, signal)),
  );
  return { account, balances };
}

/** Balances of a wallet that trading is not paid from; NOT_SUPPORTED where nobody tells them. */
export async function readWalletBalances(
  deps: ReadsDeps,
  accountId: string,
  wallet: WalletName,
): Promise<AccountBalances> {
  const account = await deps.find(accountId);
  const session = deps.sessions.of(account);
  const { walletBalances } = session;
  if (!walletBalances) {
    const message = `Error - ${account.venue} does not tell what is in the wallet ${wallet}.`;
    throw new AppError('NOT_SUPPORTED', { message, data: { exchange: account.venue, wallet } });
  }
  const balances = await asked(account, () =>
    answerFrom(deps.clock, (signal) => walletBalances(wallet, signal)),
  );
  return { account, balances };
}

/** The same where what is known of a live account will do while its limits hold us back. */
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
  const told = await asked(account, () => deps.balanceMemory.get({ account, marketType }, ask));
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

/** NOT_SUPPORTED where the venue has no markets of the kind (Trading §4.1). */
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

export async function asked<Value>(account: Account, call: () => Promise<Value>): Promise<Value> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof VenueUnavailableError) throw unanswered(account, error);
    throw error;
  }
}

/** Why a question has no answer: of a paper account it is our own database that failed. */
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
