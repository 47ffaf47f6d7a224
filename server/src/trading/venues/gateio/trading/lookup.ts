import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { failureOf } from '../../shared/live/failures.ts';
import type { OrderRef, VenueOrderState } from '../../venuePort.ts';
import { clientIdOf, setOffBy, toText } from './clientIds.ts';
import { isSentAs, triggerState } from './conditionals.ts';
import { contractFields } from './contracts.ts';
import { contractOrder, contractTrigger, spotOrder, spotTrigger } from './endpoints.ts';
import { gateioErrors } from './errors.ts';
import { findIn } from './orderLists.ts';
import { idOf, type Market, rowOf } from './rows.ts';
import { plainState } from './states.ts';
import { spotAccount } from './unifiedMode.ts';

// The venue returns an order by our text while it is open and some time after (an hour on spot, a
// minute on contracts, and never on dated ones), by its own id always, and a conditional one only
// by its own id. So when that id is lost, the lists are searched.

export type Found =
  | { readonly kind: 'plain'; readonly row: Fields }
  | { readonly kind: 'trigger'; readonly row: Fields };

/** Returns the order of that name; undefined when the venue answered and knows none. */
export async function lookUp(
  call: DialectCall,
  ref: OrderRef,
): Promise<VenueOrderState | undefined> {
  const market = { symbol: ref.symbol, marketType: ref.marketType };
  const found = await findOrder(call, ref);
  if (found?.kind === 'plain') return plainState(call, found.row, market);
  const clientId = toText(ref.clientId) === undefined ? undefined : ref.clientId;
  return found && asleepState(call, found.row, { market, clientId });
}

/** Returns the state of a conditional order, with that of the order which replaced it. */
export function asleepState(
  call: DialectCall,
  row: Fields,
  context: { readonly market: Market; readonly clientId: string | undefined },
): Promise<VenueOrderState> {
  const { market } = context;
  return triggerState(call, row, { ...context, fetchChild: (id) => childById(call, id, market) });
}

/**
 * Returns the order, by whatever is known about it; undefined when the venue has none in any place.
 */
export async function findOrder(call: DialectCall, ref: OrderRef): Promise<Found | undefined> {
  // For an order that was not made here, both names are the venue's.
  const ids = [ref.venueOrderId, ref.clientId];
  const id = ids.find((each) => each !== undefined && /^\d{1,20}$/.test(each));
  const text = toText(ref.clientId);
  const isOurs = (row: Fields) => text === undefined || clientIdOf(row.text) === ref.clientId;
  if (id !== undefined) {
    const row = await plainById(call, id, ref);
    if (row && isOurs(row)) return { kind: 'plain', row };
    const asleep = await triggerById(call, id, ref);
    if (asleep) return { kind: 'trigger', row: asleep };
  }
  if (text === undefined) return undefined;
  if (ref.marketType !== 'future') {
    const row = await plainById(call, text, ref);
    if (row) return { kind: 'plain', row };
  }
  return findListed(call, ref);
}

async function findListed(call: DialectCall, ref: OrderRef): Promise<Found | undefined> {
  const market = { symbol: ref.symbol, marketType: ref.marketType };
  const isPlain = (row: Fields) => clientIdOf(row.text) === ref.clientId;
  const isTrigger = (row: Fields) => isSentAs(row, ref);
  for (const status of ['open', 'finished'] as const) {
    const asleep = await findIn(call, { ...market, path: 'price_orders', status }, isTrigger);
    if (asleep) return { kind: 'trigger', row: asleep };
    const row = await findIn(call, { ...market, path: 'orders', status }, isPlain);
    if (row) return { kind: 'plain', row };
  }
  return undefined;
}

/** Returns undefined when the venue knows no plain order with that id or text. */
function plainById(call: DialectCall, id: string, market: Market): Promise<Fields | undefined> {
  return orNone(one(call, market, { method: 'GET', path: 'orders', id }));
}

/** Returns the conditional order that triggered a plain one; undefined for any other. */
export async function setterOf(
  call: DialectCall,
  row: Fields,
  market: Market,
): Promise<Fields | undefined> {
  const id = setOffBy(row.text);
  return id === undefined ? undefined : triggerById(call, id, market);
}

function triggerById(call: DialectCall, id: string, market: Market): Promise<Fields | undefined> {
  return orNone(one(call, market, { method: 'GET', path: 'price_orders', id }));
}

/** Returns the order that replaced a conditional one; undefined when the venue shows none. */
async function childById(
  call: DialectCall,
  id: string,
  market: Market,
): Promise<Fields | undefined> {
  const { symbol, marketType } = market;
  const ended = { symbol, marketType, path: 'orders', status: 'finished' } as const;
  const row = await plainById(call, id, market);
  return row ?? findIn(call, ended, (each) => idOf(each) === id);
}

interface OneOrder {
  readonly method: 'GET' | 'DELETE';
  readonly path: 'orders' | 'price_orders';
  readonly id: string;
}

/** Reads or cancels one order at its own address. */
export async function one(call: DialectCall, market: Market, order: OneOrder): Promise<Fields> {
  return rowOf(await askOne(call, market, order));
}

function askOne(
  call: DialectCall,
  { symbol, marketType }: Market,
  { method, path, id }: OneOrder,
): Promise<unknown> {
  const { client } = call;
  if (marketType !== 'spot') {
    const order = path === 'orders' ? contractOrder : contractTrigger;
    const { settle, contract } = contractFields(call, { symbol });
    return order[method](client, marketType, { order_id: id, settle, contract });
  }
  if (path === 'price_orders') return spotTrigger[method](client, { order_id: id });
  return spotOrder[method](client, {
    order_id: id,
    currency_pair: client.market(symbol).id,
    account: spotAccount(call),
  });
}

export function isNotFound(error: unknown): boolean {
  return failureOf(error, gateioErrors).kind === 'notFound';
}

async function orNone<Value>(answer: Promise<Value>): Promise<Value | undefined> {
  return answer.catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
}
