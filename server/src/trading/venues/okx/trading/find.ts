import type { CcxtOrder } from '../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { encodeRequest } from '../../shared/live/encodeRequest.ts';
import { failureOf } from '../../shared/live/failures.ts';
import { valueAt } from '../../shared/wireFields.ts';
import type { OrderRef } from '../../venuePort.ts';
import type { OrderParams } from './endpoints.ts';
import { okxErrors } from './errors.ts';

// Plain orders and algo orders are requested separately; a client id of ours names either.

export type OrderName = Pick<OrderRef, 'clientId' | 'symbol'>;

/** Returns an order that is or was on the book. */
export function findPlain(call: DialectCall, name: OrderName): Promise<CcxtOrder | undefined> {
  return find(call, name, { idField: 'ordId', trigger: undefined });
}

export function findConditional(
  call: DialectCall,
  name: OrderName,
): Promise<CcxtOrder | undefined> {
  return find(call, name, { idField: 'algoId', trigger: true });
}

/**
 * True for names of other programs' orders, which are the venue's ids: only digits, and fewer than
 * ours.
 */
export function isVenueId(name: string): boolean {
  return /^\d{1,31}$/.test(name);
}

/** Returns the algo order that placed it. */
export function parentOf(order: CcxtOrder): string | undefined {
  const id = valueAt(order, 'info', 'algoId');
  return typeof id === 'string' && id !== '' ? id : undefined;
}

export function isNotFound(error: unknown): boolean {
  return failureOf(error, okxErrors).kind === 'notFound';
}

async function find(
  { client }: DialectCall,
  { clientId, symbol }: OrderName,
  { idField, trigger }: { readonly idField: string; readonly trigger: OrderParams['trigger'] },
): Promise<CcxtOrder | undefined> {
  try {
    const order = isVenueId(clientId)
      ? await client.fetchOrder(clientId, symbol, encodeRequest<OrderParams>({ trigger }))
      : await client.fetchOrder(
          undefined,
          symbol,
          encodeRequest<OrderParams>({ trigger, clientOrderId: clientId }),
        );
    const isThere = typeof valueAt(order, 'info', idField) === 'string';
    // Algo orders are found whatever market was requested.
    return isThere && order.info.instId === client.market(symbol).id ? order : undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
