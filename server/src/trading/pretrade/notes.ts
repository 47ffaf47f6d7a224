import { isFull } from './capacity.ts';
import type { AccountFacts } from './facts.ts';
import type { EligibleBook } from './types.ts';

/** Returns the accounts that count: not halted, and their exchange shows a usable book. */
export function countedOf(
  facts: readonly AccountFacts[],
  books: readonly EligibleBook[],
): readonly AccountFacts[] {
  const shown = new Set(books.map(({ venue }) => venue));
  return facts.filter(({ account }) => !account.halted && shown.has(account.venue));
}

/** Returns sentences about the accounts that do not count. */
export function idleNotes(facts: readonly AccountFacts[], books: readonly EligibleBook[]): string {
  const counted = new Set(countedOf(facts, books));
  const silent = facts.filter((each) => !each.account.halted && !counted.has(each));
  const notes = silent.map(
    ({ account: { id, venue } }) => ` ${id} counts for nothing: no usable ${venue} book.`,
  );
  return `${haltedNote(facts)}${notes.join('')}`;
}

function haltedNote(facts: readonly AccountFacts[]): string {
  const halted = facts.flatMap(({ account }) => (account.halted ? [account.id] : []));
  if (halted.length === 0) return '';
  const [verb, count] = halted.length === 1 ? ['is', 'counts'] : ['are', 'count'];
  return ` ${halted.join(', ')} ${verb} halted and ${count} for nothing.`;
}

/** Returns sentences about what could not be read of accounts that count. */
export function unreadNotes(facts: readonly AccountFacts[]): string {
  const notes = facts.map(({ account: { id }, unreadable, positionUnread }) => {
    if (unreadable !== undefined) return ` ${id} counts for nothing: ${unreadable}`;
    if (positionUnread === undefined) return '';
    return ` ${id} is taken to have no position that the order closes: ${positionUnread}`;
  });
  return notes.join('');
}

/** Returns sentences about accounts that may not have another order. */
export function fullNotes(facts: readonly AccountFacts[]): string {
  const notes = facts.filter(isFull).map(({ account: { id, limits }, openOrders }) => {
    const allowed = `may have ${limits.maxOpenOrders} (max_open_orders)`;
    return ` ${id} has ${openOrders} open orders and ${allowed}, so it takes no other.`;
  });
  return notes.join('');
}

/** Number of digits that a person compares. */
const textDigits = 10;

export function amountText(amount: number): string {
  return String(Number(amount.toPrecision(textDigits)));
}
