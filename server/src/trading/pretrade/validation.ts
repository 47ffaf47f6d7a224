import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import { checkBalance } from './balanceCheck.ts';
import { capacityOf, type MeasuredMarket } from './capacity.ts';
import type { AccountFacts } from './facts.ts';
import { checkDailyLimit } from './limitCheck.ts';
import { countedOf, idleNotes } from './notes.ts';
import { checkOrderSize } from './orderSize.ts';
import type { Standing } from './standing.ts';
import type { Check, CheckName, Validation } from './types.ts';

/** Everything the checks look at. */
export interface CheckedOrder extends MeasuredMarket {
  /** Of all accounts that were named. */
  readonly standings: readonly Standing[];
  /** Of those whose exchange takes orders in the market, halted ones included. */
  readonly facts: readonly AccountFacts[];
  /** Exchanges that take orders in the market and show no usable book of it. */
  readonly withoutBook: readonly VenueId[];
}

/**
 * The four checks of Trading §4.5, over all accounts together: an order passes when they could
 * carry it between them, each with its own money and within its own limits.
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
  return { passed: checks.every(({ passed }) => passed), checks };
}

/** What is said when there is no market, so that nothing else can be checked. */
export function withoutMarket(
  symbol: InstrumentSymbol,
  standings: readonly Standing[],
  withoutBook: readonly VenueId[],
): Validation {
  const unchecked = (name: CheckName): Check => {
    const message = `Not checked: there is no market in ${symbol} to check the order against.`;
    return { name, passed: false, message };
  };
  const reasons = reasonsOf(standings, withoutBook);
  const message = `None of the accounts can trade ${symbol} now. ${sentencesOf(reasons)}`;
  const details = { symbol, ...Object.fromEntries(reasons) };
  const check: Check = { name: 'symbol', passed: false, message, details };
  const checks = [unchecked('balance'), unchecked('daily_limit'), check, unchecked('order_size')];
  return { passed: false, checks };
}

/** At least one exchange takes orders in it and shows a book: else there is nothing to check. */
function checkSymbol({ symbol, standings, books, withoutBook }: CheckedOrder): Check {
  const active = books.map(({ venue }) => venue).join(', ');
  const rest = sentencesOf(reasonsOf(standings, withoutBook));
  const message = `${symbol} is active at ${active}. ${rest}`.trim();
  return { name: 'symbol', passed: true, message };
}

type Reasons = readonly (readonly [venue: VenueId, reason: string])[];

/** Why not at an exchange; accounts at one mostly differ in nothing. */
function reasonsOf(standings: readonly Standing[], withoutBook: readonly VenueId[]): Reasons {
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
