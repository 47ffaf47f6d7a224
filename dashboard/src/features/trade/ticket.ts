import type { InputOf } from '@windlass/client';
import { priceIssues } from '@windlass/contract';
import { marketTypeOf } from '../../shared/symbol.ts';
import { readNumber } from '../../shared/ui/Field.tsx';

/** An order as it is sent, without its id. */
export type OrderTerms = Omit<InputOf<'submitOrder'>, 'client_order_id'>;
export type Side = OrderTerms['side'];
export type OrderType = OrderTerms['order_type'];
export type TimeInForce = NonNullable<OrderTerms['time_in_force']>;

/** Values typed into the ticket. Numbers are text until they are read. */
export interface Ticket {
  readonly side: Side;
  readonly type: OrderType;
  readonly quantity: string;
  readonly price: string;
  readonly stopPrice: string;
  readonly trailingDelta: string;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly reduceOnly: boolean;
}

export const emptyTicket: Ticket = {
  side: 'buy',
  type: 'limit',
  quantity: '',
  price: '',
  stopPrice: '',
  trailingDelta: '',
  timeInForce: 'GTC',
  postOnly: false,
  reduceOnly: false,
};

/** Returns the ticket for another symbol: numbers of one symbol mean nothing for another. */
export function withoutNumbers(ticket: Ticket): Ticket {
  return { ...ticket, quantity: '', price: '', stopPrice: '', trailingDelta: '' };
}

type PriceField = 'price' | 'stop_price' | 'trailing_delta';
/** Named as on the wire, so that the service's message about a field finds its place. */
export type NumberName = 'quantity' | PriceField;

/** Returns the prices that the contract requires for the type. */
export function pricesOf(type: OrderType): readonly PriceField[] {
  return priceIssues({ order_type: type }).map(({ field }) => field);
}

export type Wrong = Readonly<Partial<Record<string, string>>>;

/** Content of a ticket: an order, or the problems that keep it from being one. */
export type Reading =
  | { readonly kind: 'whole'; readonly terms: OrderTerms }
  | { readonly kind: 'unfinished'; readonly missing: readonly string[]; readonly wrong: Wrong };

interface Place {
  readonly accountId: string;
  readonly symbol: string;
}

const names: Readonly<Record<NumberName, string>> = {
  quantity: 'quantity',
  price: 'price',
  stop_price: 'stop price',
  trailing_delta: 'trailing distance',
};

export function readTicket(ticket: Ticket, { accountId, symbol }: Place): Reading {
  const texts: Readonly<Record<NumberName, string>> = {
    quantity: ticket.quantity,
    price: ticket.price,
    stop_price: ticket.stopPrice,
    trailing_delta: ticket.trailingDelta,
  };
  const wanted: readonly NumberName[] = ['quantity', ...pricesOf(ticket.type)];
  const { values, missing, wrong } = readNumbers(texts, wanted);
  const { quantity, ...prices } = values;
  if (quantity === undefined || missing.length > 0 || Object.keys(wrong).length > 0) {
    return { kind: 'unfinished', missing, wrong };
  }
  const terms = {
    exchange_account_id: accountId,
    symbol,
    market_type: marketTypeOf(symbol),
    side: ticket.side,
    order_type: ticket.type,
    quantity,
    ...prices,
    time_in_force: ticket.timeInForce,
    post_only: ticket.postOnly,
    reduce_only: ticket.reduceOnly,
  };
  return { kind: 'whole', terms };
}

function readNumbers(texts: Readonly<Record<NumberName, string>>, wanted: readonly NumberName[]) {
  const values: Partial<Record<NumberName, number>> = {};
  const wrong: Record<string, string> = {};
  const missing: string[] = [];
  for (const name of wanted) {
    const value = readNumber(texts[name]);
    if (value === undefined) missing.push(`a ${names[name]}`);
    const fault = value === undefined ? undefined : faultOf(name, value);
    if (fault !== undefined) wrong[name] = fault;
    if (value !== undefined) values[name] = value;
  }
  return { values, missing, wrong };
}

/** A stop that trails by the whole price is none. */
const trailingPctMax = 100;

/** Returns the problem of a number, as a sentence. */
export function faultOf(name: NumberName, value: number): string | undefined {
  const text = names[name];
  const what = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  if (!Number.isFinite(value)) return `${what} must be a number, such as 0.5.`;
  if (value <= 0) return `${what} must be above 0.`;
  if (name === 'trailing_delta' && value >= trailingPctMax) {
    return `${what} must be below ${trailingPctMax} percent.`;
  }
  return undefined;
}
