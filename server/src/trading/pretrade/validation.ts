import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import { checkBalance } from './balanceCheck.ts';
import { capacityOf, type MeasuredMarket } from './capacity.ts';
import type { AccountFacts } from './facts.ts';
import { checkDailyLimit } from './limitCheck.ts';
import type { MarketAccess } from './marketAccess.ts';
import { countedOf, idleNotes } from './notes.ts';
import { checkOrderSize } from './orderSize.ts';
import type { Check, CheckName, Failure, Validation } from './types.ts';
import { shownBelow } from './worth.ts';

/** The data that the checks need. */
export interface CheckedOrder extends MeasuredMarket {
  /** Standings of all accounts that were named. */
  readonly standings: readonly MarketAccess[];
  /** Facts of the accounts whose exchange takes orders in the market, including halted ones. */
  readonly facts: readonly AccountFacts[];
  /** Exchanges that take orders in the market but show no usable book of it. */
  readonly withoutBook: readonly VenueId[];
}

/**
 * Makes the four checks of Trading §4.5, over all accounts together. An order passes when they
 * could carry it between them, each with its own money and within its own limits.
 */
export function validateOrder(checked: CheckedOrder): Validation {
  const { facts, books } = checked;
  const able = new Set(countedOf(facts, books));
  const capacities = facts.map((each) => capacityOf(checked, each));
  const carriers = {
    counted: capacities.filter((each) => able.has(each.facts)),
    others: capacities.filter((each) => !able.has(each.facts)),
    idle: idleNotes(facts, books),
  };
  const checks = [
    checkBalance(checked, carriers),
    checkDailyLimit(checked, carriers),
    checkSymbol(checked),
    checkOrderSize(checked),
  ];
  const shownQuantity = shownBelow(checked);
  return {
    passed: checks.every(({ passed }) => passed),
    checks,
    ...(shownQuantity !== undefined && { shownQuantity }),
  };
}

/** True when the accounts carry the order and the books shown can fill it (Trading §4.5). */
export function canExecute({ passed, shownQuantity }: Validation): boolean {
  return passed && shownQuantity === undefined;
}

/** Returns the result when no exchange takes orders in the symbol: nothing can be checked. */
export function withoutMarket(
  symbol: InstrumentSymbol,
  standings: readonly MarketAccess[],
): Validation {
  const unchecked = (name: CheckName): Check => {
    const message = `Not checked: there is no market in ${symbol} to check the order against.`;
    return { name, passed: false, message };
  };
  const reasons = reasonsOf(standings, []);
  const message = `None of the accounts can trade ${symbol} now. ${sentencesOf(reasons)}`;
  const details = { symbol, ...Object.fromEntries(reasons) };
  const check: Check = { name: 'symbol', passed: false, message, details };
  const checks = [unchecked('balance'), unchecked('daily_limit'), check, unchecked('order_size')];
  return { passed: false, checks };
}

/**
 * Returns the result while no exchange that takes orders in the symbol shows a usable book: the
 * symbol exists, but nothing can be valued until a book is back.
 */
export function withoutBooks(
  symbol: InstrumentSymbol,
  standings: readonly MarketAccess[],
  withoutBook: readonly VenueId[],
): Validation {
  const venues = withoutBook.join(', ');
  const message = `Not checked: ${venues} shows no usable book of ${symbol} just now.`;
  const failure: Failure = {
    code: 'BOOK_UNAVAILABLE',
    advice: 'Try again in a moment: a book is usable again once it is in step with its exchange.',
  };
  const unchecked = (name: CheckName): Check => ({ name, passed: false, message, failure });
  const listed = standings.flatMap((each) => (each.isOpen ? [each.account.venue] : []));
  const rest = sentencesOf(reasonsOf(standings, withoutBook));
  const check: Check = {
    name: 'symbol',
    passed: true,
    message: `${symbol} is listed at ${[...new Set(listed)].join(', ')}. ${rest}`,
  };
  const checks = [unchecked('balance'), unchecked('daily_limit'), check, unchecked('order_size')];
  return { passed: false, checks };
}

/** Passes when an exchange takes orders in it and shows a book: else nothing can be checked. */
function checkSymbol({ symbol, standings, books, withoutBook }: CheckedOrder): Check {
  const active = books.map(({ venue }) => venue).join(', ');
  const rest = sentencesOf(reasonsOf(standings, withoutBook));
  const message = `${symbol} is active at ${active}. ${rest}`.trim();
  return { name: 'symbol', passed: true, message };
}

type Reasons = readonly (readonly [venue: VenueId, reason: string])[];

/** Returns the reasons by exchange; accounts at one exchange rarely differ. */
function reasonsOf(standings: readonly MarketAccess[], withoutBook: readonly VenueId[]): Reasons {
  const closed = standings.flatMap((each) =>
    each.isOpen ? [] : [[each.account.venue, each.reason] as const],
  );
  return [...closed, ...withoutBook.map((venue) => [venue, 'no usable book'] as const)];
}

function sentencesOf(reasons: Reasons): string {
  const venuesOf = Map.groupBy(reasons, ([, reason]) => reason);
  const sentences = [...venuesOf].map(([reason, found]) => {
    const venues = new Set(found.map(([venue]) => venue));
    return `${[...venues].join(', ')}: ${reason}.`;
  });
  return sentences.join(' ');
}
