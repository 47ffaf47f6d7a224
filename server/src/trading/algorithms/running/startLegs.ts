import { AppError, withoutPrefix } from '../../../kit/errors.ts';
import { unreachedReason } from '../../accounts/index.ts';
import { findListed, type OrderMarkets, requireNotInverse } from '../../execution/index.ts';
import type { Account, AccountId } from '../../model/account.ts';
import { marketTypeOf, type Side } from '../../model/order.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import { checkCapability } from '../../venues/capabilities.ts';
import type { ListedMarket } from '../../venues/marketPort.ts';
import { capabilitiesOf } from '../../venues/registry.ts';
import type { LegTerms } from '../algorithm.ts';
import { type AlgorithmType, type LegFields, legAccountsOf, legFieldsOf } from '../params.ts';
import { algorithms } from '../registry.ts';
import type { AlgorithmDraft } from '../types.ts';

/** A leg of an algorithm that is to be started. */
export interface StartLeg {
  readonly symbol: InstrumentSymbol;
  /** Side that opens the leg. */
  readonly side: Side;
  readonly accounts: readonly Account[];
  /** Fields of the request that a refusal names. */
  readonly fields: LegFields;
  readonly isOfPair: boolean;
}

const usualFields: LegFields = { symbol: 'symbol', accounts: 'exchange_account_ids' };

/** Returns the fields of the request that a refusal of a leg names. */
export function fieldsOf(type: AlgorithmType, leg: number): LegFields {
  return legFieldsOf(type)[leg] ?? usualFields;
}

/** Returns the field of the request that named an account. */
export function fieldNaming({ accountIds, started }: AlgorithmDraft, id: string): string {
  // The order's list comes first, and a leg that names no account has the list's only one.
  if (id === accountIds[0]) return usualFields.accounts;
  const leg = legAccountsOf(started).findIndex((ids) => ids.includes(id));
  return fieldsOf(started.type, leg).accounts;
}

interface LegsToStart {
  readonly legs: readonly StartLeg[];
  /** Risk quantity of a pair. */
  readonly riskQuantity: number | undefined;
}

/** Returns the legs of a start, each with its accounts. Throws when they do not make a pair. */
export function legsToStart(
  { side, quantity, started }: AlgorithmDraft,
  symbol: InstrumentSymbol,
  accounts: readonly Account[],
): LegsToStart {
  const { pair } = algorithms[started.type];
  if (!pair) {
    requireNotInverse(venuesOf(accounts), symbol);
    const own = { symbol, side, accounts, fields: usualFields, isOfPair: false };
    return { legs: [own], riskQuantity: undefined };
  }
  const order = { symbol, side, quantity, accountIds: accounts.map(({ id }) => id) };
  const legs = pair.legs(started.params, order).map((terms, leg) => ({
    symbol: terms.symbol,
    side: terms.side,
    accounts: accountsOf(terms, accounts),
    fields: fieldsOf(started.type, leg),
    isOfPair: true,
  }));
  for (const leg of legs) requireNotInverse(venuesOf(leg.accounts), leg.symbol);
  for (const leg of legs) requireAble(leg);
  return { legs, riskQuantity: pair.riskQuantity(started.params, order) };
}

function venuesOf(accounts: readonly Account[]) {
  return accounts.map(({ venue }) => venue);
}

function accountsOf({ accountIds }: LegTerms, accounts: readonly Account[]): readonly Account[] {
  const byId = new Map<AccountId, Account>(accounts.map((account) => [account.id, account]));
  return accountIds.flatMap((id) => byId.get(id) ?? []);
}

/**
 * Throws when an account could not trade the leg: a leg that opens without a hedge would stay open.
 */
function requireAble({ symbol, accounts, fields }: StartLeg): void {
  for (const account of accounts) {
    const why = inability(account, symbol);
    if (why === undefined) continue;
    const message = `account ${account.id} does not support ${symbol}: ${why}`;
    throw invalid(fields.accounts, message, account.id);
  }
}

function inability(account: Account, symbol: InstrumentSymbol): string | undefined {
  const capabilities = capabilitiesOf(account.venue);
  if (!capabilities) return undefined;
  const marketType = marketTypeOf(symbol);
  const check = checkCapability(capabilities, {
    orderType: 'limit',
    marketType,
    timeInForce: 'IOC',
    reduceOnly: false,
    postOnly: false,
  });
  return check.ok ? unreachedReason(account, marketType) : withoutPrefix(check.message);
}

/** Returns the market of a leg at each of its accounts. */
export async function listedMarkets(
  markets: OrderMarkets,
  leg: StartLeg,
): Promise<readonly ListedMarket[]> {
  const found = await Promise.all(
    leg.accounts.map((account) => marketAt(markets, leg.symbol, account)),
  );
  const isListed = found.some(({ market }) => market !== undefined);
  return found.map((each) => {
    if (each.market) return each.market;
    throw unlisted(leg, each, isListed);
  });
}

type Found =
  | { readonly market: ListedMarket }
  | { readonly market: undefined; readonly account: Account; readonly message: string };

async function marketAt(
  markets: OrderMarkets,
  symbol: InstrumentSymbol,
  account: Account,
): Promise<Found> {
  try {
    const named = { symbol, marketType: marketTypeOf(symbol) };
    return { market: await findListed(markets, account.venue, named) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'SYMBOL_NOT_FOUND') throw error;
    return { market: undefined, account, message: error.message };
  }
}

/**
 * Returns the refusal. A symbol that an account's exchange does not list is a mistake in the
 * request (Design). If another account of the leg could trade it, the account is the mistake.
 */
function unlisted(
  { symbol, fields, isOfPair }: StartLeg,
  { account, message }: Extract<Found, { readonly market: undefined }>,
  isListedElsewhere: boolean,
): AppError {
  if (!isOfPair) return invalid(fields.symbol, message, symbol);
  const told = `account ${account.id} does not support ${symbol}: ${message}`;
  return isListedElsewhere
    ? invalid(fields.accounts, told, account.id)
    : invalid(fields.symbol, told, symbol);
}

export function invalid(field: string, message: string, value: unknown): AppError {
  return new AppError('VALIDATION_FAILED', { issues: [{ field, message, value }] });
}
