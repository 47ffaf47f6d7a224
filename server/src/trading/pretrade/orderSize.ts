import { AppError, withoutPrefix } from '../../kit/errors.ts';
import {
  checkLimits,
  type MarketQuote,
  normaliseOrder,
  rulesOf,
  type SteppedOrder,
  worthMicroUsd,
} from '../execution/index.ts';
import type { Account } from '../model/account.ts';
import type { AccountFacts } from './facts.ts';
import { amountText, countedOf } from './notes.ts';
import type { Check, EligibleBook, Failure } from './types.ts';
import { type MeasuredOrder, quoteAt, shownBelow, steppedOrder } from './worth.ts';

interface SizedOrder {
  readonly order: MeasuredOrder;
  readonly facts: readonly AccountFacts[];
  readonly books: readonly EligibleBook[];
  readonly quoteUsd: number;
}

/** Why an exchange or an account would not take the order as it is. */
interface Refusal {
  /** The exchange or account that the minimum belongs to. */
  readonly of: string;
  readonly message: string;
  readonly details: Readonly<Record<string, number | string>>;
  /** Set for any reason but a minimum. */
  readonly failure?: Failure;
}

const otherPrice: Failure = {
  code: undefined,
  advice: 'Name another limit price: one on the price tick, within the collar of the account.',
};
const otherQuantity: Failure = {
  code: undefined,
  advice: 'Name a quantity of fewer digits.',
};

/**
 * Checks whether at least one account could send the whole order, as far as its size and its price
 * go: USD 10 (Trading §8), the exchange's step and minimums, the account's price collar. These are
 * the checks that are made when orders are sent.
 */
export function checkOrderSize(sized: SizedOrder): Check {
  const name = 'order_size';
  const able = countedOf(sized.facts, sized.books);
  const looked = (able.length > 0 ? able : sized.facts).map((facts) => ({
    venue: facts.account.venue,
    refusal: refusalOf(sized, facts),
  }));
  // Accounts at one exchange, and exchanges below USD 10, give the same refusal.
  const refusals = new Map<string, Refusal>();
  for (const { refusal } of looked) {
    if (refusal && !refusals.has(refusal.of)) refusals.set(refusal.of, refusal);
  }
  const reasons = [...refusals.values()].map(({ message }) => message).join(' ');
  const taking = new Set(looked.flatMap(({ venue, refusal }) => (refusal ? [] : [venue])));
  if (taking.size === 0) {
    const { details = {}, failure } = [...refusals.values()][0] ?? {};
    return { name, passed: false, message: reasons, details, ...(failure && { failure }) };
  }
  const verb = taking.size === 1 ? 'takes' : 'take';
  const rest = `${reasons === '' ? '' : ` ${reasons}`}${shownNote(sized)}`;
  const message = `${[...taking].join(', ')} ${verb} orders of this size.${rest}`;
  return { name, passed: true, message };
}

/** Returns a note that the books cannot fill a market order; no exchange refuses it for that. */
function shownNote({ order, books }: SizedOrder): string {
  const shown = shownBelow({ order, books });
  if (shown === undefined) return '';
  const figures = `${amountText(shown)} of its ${amountText(order.quantity)}`;
  return ` The books show ${figures}, so it cannot be filled at once.`;
}

function refusalOf(sized: SizedOrder, { account, market }: AccountFacts): Refusal | undefined {
  const quote = quoteAt(sized.books, account.venue);
  const measured = { account, quote, quoteUsd: sized.quoteUsd };
  const stepped = steppedOrder(sized.order);
  // The limit in dollars is checked first: an order below it is below it everywhere.
  const early = limitRefusal(stepped, measured);
  if (early) return early;
  const normalised = normaliseOrder(stepped, rulesOf(market, { reduceOnly: false }), quote.mid);
  if (normalised.ok) return limitRefusal(normalised.order, measured);
  const details = { exchange: account.venue, ...normalised.data };
  const message = `${account.venue}: ${withoutPrefix(normalised.message)}`;
  const refusal = { of: account.venue, message, details };
  if (normalised.code === 'BELOW_MINIMUM_ORDER') return refusal;
  const isQuantity = normalised.data.field === 'quantity';
  return { ...refusal, failure: isQuantity ? otherQuantity : otherPrice };
}

interface Measured {
  readonly account: Account;
  readonly quote: MarketQuote;
  readonly quoteUsd: number;
}

function limitRefusal(order: SteppedOrder, measured: Measured): Refusal | undefined {
  const { account, quote, quoteUsd } = measured;
  const valueMicroUsd = worthMicroUsd(order, quote, quoteUsd);
  // The check of the daily limit limits the largest order, over all accounts together.
  const unbound = { ...account, limits: { ...account.limits, maxOrderMicroUsd: undefined } };
  const measures = { quote, valueMicroUsd, reduceOnly: false, capMicroUsd: undefined };
  try {
    checkLimits(order, { account: unbound, ...measures });
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const message = withoutPrefix(error.message);
    const details = figuresOf(error);
    if (error.code === 'BELOW_MINIMUM_ORDER') return { of: 'minimum', message, details };
    const failure = otherPrice;
    return { of: account.id, message: `${account.id}: ${message}`, details, failure };
  }
}

function figuresOf({ data = {} }: AppError): Refusal['details'] {
  const isFigure = (entry: [string, unknown]): entry is [string, number | string] =>
    typeof entry[1] === 'number' || typeof entry[1] === 'string';
  return Object.fromEntries(Object.entries(data).filter(isFigure));
}
