import { assert } from '../../../kit/assert.ts';
import { AppError } from '../../../kit/errors.ts';
import { roundToGrid } from '../../../kit/grid.ts';
import { type Accounts, requireAccounts } from '../../accounts/index.ts';
import { namedMarket, rulesOf, type WorldOf } from '../../execution/index.ts';
import type { Account } from '../../model/account.ts';
import { type InstrumentSymbol, parseSymbol, symbolParts } from '../../model/symbol.ts';
import type { ReadyBooks } from '../../orderbook/index.ts';
import { isRefusal, judgeBook } from '../../routing/index.ts';
import type { ListedMarket } from '../../venues/marketPort.ts';
import { algorithms } from '../registry.ts';
import { withoutNoise } from '../shared/amounts.ts';
import type { AlgorithmDraft } from '../types.ts';
import { minimumUsd, tradable } from './guards.ts';
import { type MeansDeps, requirePayable } from './startFunds.ts';
import { fieldNaming, invalid, legsToStart, listedMarkets, type StartLeg } from './startLegs.ts';
import type { UsdRates } from './usdRates.ts';

export interface StartDeps extends MeansDeps {
  readonly accounts: Pick<Accounts, 'find'>;
  readonly worldOf: WorldOf<'markets' | 'books'>;
  readonly usd: Pick<UsdRates, 'ready' | 'known'>;
}

/** The data that a start was checked against. */
export interface CheckedStart {
  readonly symbol: InstrumentSymbol;
  readonly accounts: readonly Account[];
  readonly arrivalPrice: number;
  readonly arrivalSpreadBps: number;
}

/**
 * Checks everything before an algorithm is stored: its accounts, the market of each leg at each of
 * its accounts, books to begin with, and that its quantity can be traded at all. An algorithm that
 * is no pair has one leg. Throws an `AppError`.
 */
export async function checkStart(deps: StartDeps, draft: AlgorithmDraft): Promise<CheckedStart> {
  const symbol = symbolOf(draft);
  const named = (id: string) => fieldNaming(draft, id);
  const accounts = await requireAccounts(deps.accounts, draft.accountIds, named);
  requireNoneHalted(accounts);
  const { legs, riskQuantity } = legsToStart(draft, symbol, accounts);
  // Both legs of a pair are also in one environment.
  const { markets, books } = deps.worldOf(legs.flatMap((leg) => leg.accounts));
  const listed: Listed[] = [];
  // One after the other, so that the same request is always refused for the same field.
  for (const leg of legs) listed.push({ leg, markets: await listedMarkets(markets, leg) });
  // Awaited together, because books may take seconds.
  const looked = await Promise.all(listed.map((each) => lookAt(books, deps.usd, each)));
  const standings = looked.map(requireBook);
  for (const standing of standings) requireTradable(draft, standing);
  for (const standing of standings) requireOrderSize(draft, standing);
  for (const { leg, mid, quoteUsd } of standings) {
    await requirePayable(deps, draft, { ...leg, mid, quoteUsd });
  }
  const { reduceOnly } = draft;
  if (riskQuantity !== undefined) requireRisk({ quantity: riskQuantity, reduceOnly }, standings);
  const [first] = standings;
  assert(first, 'an algorithm has a leg');
  return { symbol, accounts, arrivalPrice: first.mid, arrivalSpreadBps: first.spreadBps };
}

/** Returns the symbol. A pair's legs have the market types of their symbols (Orderbook §4.3). */
function symbolOf({ symbol, started }: AlgorithmDraft): InstrumentSymbol {
  const own = algorithms[started.type].pair && parseSymbol(symbol);
  return own ?? namedMarket(symbol, undefined).symbol;
}

function requireNoneHalted(accounts: readonly Account[]): void {
  const halted = accounts.find((account) => account.halted);
  if (!halted) return;
  const message = `The exchange account ${halted.id} is halted. Resume it to start algorithms.`;
  throw new AppError('ACCOUNT_HALTED', { message, data: { exchange_account_id: halted.id } });
}

interface Listed {
  readonly leg: StartLeg;
  readonly markets: readonly ListedMarket[];
}

/** A listed leg with the state of its books. */
interface Looked extends Listed {
  readonly usable: readonly { readonly bid: number; readonly ask: number }[];
  readonly refusals: readonly string[];
  /** USD of one unit of its quote. */
  readonly quoteUsd: number | undefined;
}

async function lookAt(books: ReadyBooks, usd: StartDeps['usd'], listed: Listed): Promise<Looked> {
  const { symbol, accounts } = listed.leg;
  const { quote } = symbolParts(symbol);
  const venues = [...new Set(accounts.map(({ venue }) => venue))];
  const [ready] = await Promise.all([books.ready(symbol, venues), usd.ready(quote)]);
  const judged = venues.map((venue) =>
    judgeBook(
      ready.find((book) => book.venue === venue),
      venue,
      symbol,
    ),
  );
  return {
    ...listed,
    usable: judged.flatMap((each) => (isRefusal(each) ? [] : [each])),
    refusals: judged.flatMap((each) => (isRefusal(each) ? [each.message] : [])),
    quoteUsd: usd.known(quote),
  };
}

interface Standing extends Looked {
  readonly mid: number;
  readonly spreadBps: number;
}

function requireBook(looked: Looked): Standing {
  const { leg, usable, refusals } = looked;
  if (usable.length === 0) {
    const message = `there is no usable book to begin with. ${refusals.join(' ')}`;
    throw invalid(leg.fields.symbol, message, leg.symbol);
  }
  const bid = Math.max(...usable.map((each) => each.bid));
  const ask = Math.min(...usable.map((each) => each.ask));
  // Halves of sums of decimals are off in the last digit.
  const mid = Number(((bid + ask) / 2).toPrecision(15));
  return { ...looked, mid, spreadBps: ((ask - bid) / mid) * 10_000 };
}

/** A quantity of an order that may only reduce positions. */
type Sized = Pick<AlgorithmDraft, 'quantity' | 'reduceOnly'>;

function requireTradable(sized: Sized, standing: Standing): void {
  if (isTradable(sized, standing)) return;
  const { quantity } = sized;
  const { symbol } = standing.leg;
  const least = smallestOrder(sized, standing);
  const message =
    `Error - The quantity ${quantity} is below the minimum of every account for ${symbol}: the ` +
    `exchange's, or USD 10. The smallest order is ${least} now.`;
  const data = { quantity, symbol, minimum_quantity: least };
  throw new AppError('BELOW_MINIMUM_ORDER', { message, data });
}

/** A parameter that says the size of each order must not say one that nobody takes. */
function requireOrderSize({ started, reduceOnly }: AlgorithmDraft, standing: Standing): void {
  const size = algorithms[started.type].orderSize?.(started.params);
  if (!size) return;
  const { parameter, given, most } = size;
  if (isTradable({ quantity: most, reduceOnly }, standing)) return;
  const least = smallestOrder({ quantity: most, reduceOnly }, standing);
  const message =
    `${parameter} must be an order of ${standing.leg.symbol} (the exchange's minimum ` +
    `and USD 10), at least ${least} now`;
  throw invalid(`params.${parameter}`, message, given);
}

/** Returns the smallest order in base units that any account takes at the mid. */
function smallestOrder({ reduceOnly = false }: Sized, { markets, mid, ...usd }: Standing): number {
  const valueUsd = reduceOnly || usd.quoteUsd === undefined ? 0 : minimumUsd / usd.quoteUsd;
  const each = markets.map((market) => {
    const { quantityMin = 0, notionalMin = 0, quantityStep } = rulesOf(market, { reduceOnly });
    const least = Math.max(quantityMin, notionalMin / mid, valueUsd / mid, quantityStep);
    return roundToGrid(withoutNoise(least), quantityStep, 'up') ?? least;
  });
  return Math.min(...each);
}

/** The risk quantity must be an order on both legs: else neither could be opened or hedged. */
function requireRisk(risk: Sized, standings: readonly Standing[]): void {
  const riskQuantity = risk.quantity;
  const tooSmall = standings.find((standing) => !isTradable(risk, standing));
  if (!tooSmall) return;
  const message =
    `risk_quantity ${riskQuantity} is below the smallest order of ${tooSmall.leg.symbol}: ` +
    "the exchange's, or USD 10";
  throw invalid('params.risk_quantity', message, riskQuantity);
}

function isTradable({ quantity, reduceOnly = false }: Sized, standing: Standing): boolean {
  const { markets, mid } = standing;
  const quoteUsd = reduceOnly ? undefined : standing.quoteUsd;
  return markets.some((market) => {
    const { quantityMin = 0, notionalMin = 0, ...rules } = rulesOf(market, { reduceOnly });
    const all = { ...rules, priceDigitsMax: rules.priceDigitsMax, quantityMin, notionalMin };
    return tradable({ quantity, price: mid, quoteUsd }, all) > 0;
  });
}
