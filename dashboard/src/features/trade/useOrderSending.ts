import { useQueryClient } from '@tanstack/react-query';
import type { Client, InputOf } from '@windlass/client';
import { orderBody } from '@windlass/contract';
import { useClient } from '../../shared/api.tsx';
import { keptInTab } from './keptSent.ts';
import { fromExecution, fromOrder, type OrderOutcome } from './orderOutcome.ts';
import { type Submitting, useSubmission } from './useSubmission.ts';

/** An order with its id. Under the same id it stays one order, however often it is sent. */
export type SentOrder = InputOf<'submitOrder'> & { readonly client_order_id: string };

const idOf = ({ client_order_id }: SentOrder) => client_order_id;

const kept = keptInTab<SentOrder>({
  name: 'windlass.sentOrder',
  idOf,
  parse(value) {
    const { data } = orderBody.safeParse(value);
    const id = data?.client_order_id;
    return data === undefined || id === undefined ? undefined : { ...data, client_order_id: id };
  },
});

export type OrderSending = Submitting<SentOrder, OrderOutcome>;

export function useOrderSending(onDone: () => void): OrderSending {
  const client = useClient();
  const queries = useQueryClient();
  return useSubmission<SentOrder, OrderOutcome>({
    kept,
    idOf,
    send: async (sent) => fromExecution(await client.submitOrder(sent)),
    ask: (sent, signal) => askFor(client, sent, signal),
    onAnswer(_sent, result) {
      if (result) onDone();
      void queries.invalidateQueries({ queryKey: ['trade'] }, { cancelRefetch: false });
    },
  });
}

/** Asks by name only: with a symbol, the exchange would be asked for an order it never had. */
async function askFor(client: Client, sent: SentOrder, signal: AbortSignal) {
  const { exchange_account_id, client_order_id: order_id } = sent;
  return fromOrder(await client.getOrder({ order_id, exchange_account_id }, { signal }));
}
