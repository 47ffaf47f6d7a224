import { hash } from 'node:crypto';
import { AppError } from '../../../kit/errors.ts';
import { exactly, formatExact } from '../../../kit/exact.ts';
import { type Accounts, requireAccounts } from '../../accounts/index.ts';
import { findListed, namedMarket, type OrderMarkets, rulesOf } from '../../execution/index.ts';
import type { Account } from '../../model/account.ts';
import { type InstrumentSymbol, symbolParts } from '../../model/symbol.ts';
import type { ReadyBooks } from '../../orderbook/index.ts';
import { isRefusal, judgeBook } from '../../routing/index.ts';
import { algorithms } from '../registry.ts';
import type { AlgorithmDraft, AlgorithmRecord } from '../types.ts';
import { tradable } from './guards.ts';
import { noSums } from './legs.ts';
import { toSumsView } from './legViews.ts';
import type { UsdRates } from './usdRates.ts';

export interface StartDeps {
  readonly accounts: Pick<Accounts, 'find'>;
  readonly markets: OrderMarkets;
  readonly books: ReadyBooks;
  readonly usd: Pick<UsdRates, 'ready' | 'known'>;
}

/** What a start was checked against. */
export interface CheckedStart {
  readonly symbol: InstrumentSymbol;
  readonly accounts: readonly Account[];
  readonly arrivalPrice: number;
  readonly arrivalSpreadBps: number;
}

/**
 * Everything before an algorithm is stored: its accounts, its market at each of them, a book to
 * begin with, and that its quantity can be traded at all. Throws an `AppError`.
 */
export async function checkStart(deps: StartDeps, draft: AlgorithmDraft): Promise<CheckedStart> {
  const named = namedMarket(draft.symbol, undefined);
  const accounts = await requireAccounts(deps.accounts, draft.accountIds);
  const halted = accounts.find((account) => account.halted);
  if (halted) {
    const message = `The exchange account ${halted.id} is halted. Resume it to start algorithms.`;
    throw new AppError('ACCOUNT_HALTED', { message, data: { exchange_account_id: halted.id } });
  }
  const markets = await Promise.all(
    accounts.map(({ venue }) => findListed(deps.markets, venue, named).catch(unlisted(draft))),
  );
  const { symbol } = named;
  const venues = [...new Set(accounts.map(({ venue }) => venue))];
  const [books] = await Promise.all([
    deps.books.ready(symbol, venues),
    deps.usd.ready(symbolParts(symbol).quote),
  ]);
  const judged = venues.map((venue) =>
    judgeBook(
      books.find((book) => book.venue === venue),
      venue,
      symbol,
    ),
  );
  const usable = judged.flatMap((each) => (isRefusal(each) ? [] : [each]));
  if (usable.length === 0) {
    const why = judged.flatMap((each) => (isRefusal(each) ? [each.message] : [])).join(' ');
    throw invalid('symbol', `there is no usable book to begin with. ${why}`, draft.symbol);
  }
  const bid = Math.max(...usable.map((each) => each.bid));
  const ask = Math.min(...usable.map((each) => each.ask));
  // Halves of sums of decimals are off in the last digit.
  const mid = Number(((bid + ask) / 2).toPrecision(15));
  const quoteUsd = deps.usd.known(symbolParts(symbol).quote);
  const isTradable = markets.some((market) => {
    const { quantityMin = 0, notionalMin = 0, ...rules } = rulesOf(market, { reduceOnly: false });
    const all = { ...rules, priceDigitsMax: rules.priceDigitsMax, quantityMin, notionalMin };
    return tradable({ quantity: draft.quantity, price: mid, quoteUsd }, all) > 0;
  });
  if (!isTradable) {
    const message =
      `Error - The quantity ${draft.quantity} is below the minimum of every account: the ` +
      "exchange's, or USD 10.";
    throw new AppError('BELOW_MINIMUM_ORDER', { message, data: { quantity: draft.quantity } });
  }
  return { symbol, accounts, arrivalPrice: mid, arrivalSpreadBps: ((ask - bid) / mid) * 10_000 };
}

interface Made {
  readonly id: string;
  readonly actorId: string;
  readonly atMs: number;
}

/** The algorithm before its first step. */
export function newRecord(
  draft: AlgorithmDraft,
  { symbol, accounts, arrivalPrice, arrivalSpreadBps }: CheckedStart,
  { id, actorId, atMs }: Made,
): AlgorithmRecord {
  const { side, limitPrice, clientId, started } = draft;
  const { quantity } = draft;
  const terms = { symbol, side, quantity, limitPrice, arrivalPrice };
  const algorithm = algorithms[started.type];
  const state = algorithm.initialState(started.params, terms);
  const legs = noSums(started);
  const nothing = {
    ...terms,
    filled: 0,
    remaining: quantity,
    live: [],
    childrenOf: () => [],
    legs: legs.map(toSumsView),
  };
  return {
    ...{ id, clientId, requestHash: hashOf(draft), type: started.type, symbol, side },
    quantity: formatExact(exactly(quantity)),
    limitPrice,
    accountIds: accounts.map((account) => account.id),
    params: started.params,
    ...{ actorId, arrivalPrice, arrivalSpreadBps },
    status: 'RUNNING',
    reason: undefined,
    createdAtMs: atMs,
    updatedAtMs: atMs,
    endedAtMs: undefined,
    state,
    run: {
      elapsedMs: 0,
      savedAtMs: atMs,
      nextChild: 1,
      // The first tells of the start.
      nextEvent: 2,
      waitingFor: undefined,
      ending: undefined,
      barred: [],
      filled: '0',
      cost: '0',
      fees: [],
      feesQuote: '0',
      childrenFilled: 0,
      legs,
      isHalted: false,
      midTimeMs: 0,
      midSum: 0,
      lastMid: arrivalPrice,
      isDust: false,
      reported: algorithm.report(state, started.params, nothing),
    },
  };
}

export function startedText(record: AlgorithmRecord): string {
  const { type, side, quantity, symbol, accountIds, arrivalPrice } = record;
  const what = `${side} ${quantity} ${symbol} on ${accountIds.join(', ')}`;
  return `${type} started: ${what}, arrival price ${arrivalPrice}.`;
}

/** Of everything that makes a start another one; the same text for the same start. */
export function hashOf({ clientId: _, ...draft }: AlgorithmDraft): string {
  const { symbol, side, quantity, accountIds, limitPrice, started } = draft;
  const terms = [symbol, side, quantity, accountIds, limitPrice, started.type, started.params];
  return hash('sha256', JSON.stringify(terms));
}

/** A symbol that an account's exchange does not list is a mistake in the request (Design). */
function unlisted({ symbol }: AlgorithmDraft): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof AppError) || error.code !== 'SYMBOL_NOT_FOUND') throw error;
    throw invalid('symbol', error.message, symbol);
  };
}

function invalid(field: string, message: string, value: unknown): AppError {
  return new AppError('VALIDATION_FAILED', { issues: [{ field, message, value }] });
}
