import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { Client } from '@windlass/client';
import { useState } from 'react';
import { useClient } from '../../shared/api.tsx';
import { useNow } from '../../shared/clock.ts';
import { formatCount } from '../../shared/format.ts';
import { ConfirmButton } from '../../shared/ui/ConfirmButton.tsx';
import { DataTable } from '../../shared/ui/DataTable.tsx';
import { Empty, ErrorNote, Note } from '../../shared/ui/Notes.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { type LiveOrders, nameOf, type Order, openOrdersOf } from './liveOrders.ts';
import { openColumns, wordsOf } from './orderColumns.tsx';
import { type MarketType, openOrdersQuery } from './queries.ts';
import { meaningOfUnknown } from './StatusTag.tsx';

interface OpenOrdersProps {
  readonly accountId: string;
  /** Market types that the account's exchange has. */
  readonly marketTypes: readonly MarketType[];
  readonly heard: LiveOrders;
  readonly canTrade: boolean;
}

/** Shows the open orders of the account in all its markets, live. */
export function OpenOrders({ accountId, marketTypes, heard, canTrade }: OpenOrdersProps) {
  const client = useClient();
  const nowMs = useNow();
  const isTold = heard.stream === 'up';
  const answers = useQueries({
    queries: marketTypes.map((marketType) =>
      openOrdersQuery(client, { accountId, marketType, isTold }),
    ),
  });
  const orders = openOrdersOf(
    answers.flatMap(({ data }) => data ?? []),
    heard,
  );
  const failure = answers.find(({ error }) => error)?.error;
  const isRead = answers.every(({ data }) => data !== undefined);
  const { cancel, told } = useCancelling(accountId);
  const columns = openColumns({ accountId, nowMs, canTrade, cancel });
  const isAnyUnknown = orders.some(({ status }) => status === 'unknown');
  return (
    <Panel
      flush
      title={`Open orders${isRead ? ` (${formatCount(orders.length)})` : ''}`}
      stale={heard.stream === 'lost' || failure !== undefined}
      aside={
        canTrade &&
        orders.length > 1 && <CancelAll orders={orders} accountId={accountId} cancel={cancel} />
      }
    >
      {heard.stream === 'lost' && (
        <Note mood="warn">The stream of orders is interrupted; they are read every 5 s.</Note>
      )}
      {failure && <ErrorNote error={failure} what="Open orders cannot be read" />}
      {isAnyUnknown && (
        <Note mood="bad">
          <strong>Unknown: </strong>
          {meaningOfUnknown()}
        </Note>
      )}
      {told !== undefined && <Note mood="warn">{told}</Note>}
      {isRead || orders.length > 0 ? (
        <DataTable
          caption={`Open orders of ${accountId}`}
          columns={columns}
          rows={orders}
          keyOf={nameOf}
          empty={`No open orders on ${accountId}. A limit or stop order that waits is shown here.`}
        />
      ) : (
        !failure && <Empty>Loading…</Empty>
      )}
    </Panel>
  );
}

/** Returns functions that cancel orders, and the failures of cancels. */
function useCancelling(accountId: string) {
  const client = useClient();
  const queries = useQueryClient();
  const [told, setTold] = useState<string>();
  const cancel = async (order: Order) => {
    setTold(undefined);
    try {
      const after = await cancelOne(client, accountId, order);
      if (after.status === 'canceled') return;
      setTold(`${wordsOf(order)} was not cancelled: it was ${after.status} before.`);
    } finally {
      await queries.invalidateQueries({ queryKey: ['trade'] }, { cancelRefetch: false });
    }
  };
  return { cancel, told };
}

function cancelOne(client: Client, exchange_account_id: string, order: Order) {
  const { order_id, symbol, market_type } = order;
  return client.cancelOrder({ order_id, exchange_account_id, symbol, market_type });
}

interface CancelAllProps {
  readonly orders: readonly Order[];
  readonly accountId: string;
  readonly cancel: (order: Order) => Promise<void>;
}

/** Cancels each order separately: traders have no endpoint that cancels all at once. */
function CancelAll({ orders, accountId, cancel }: CancelAllProps) {
  const count = formatCount(orders.length);
  const all = async () => {
    const outcomes = await Promise.allSettled(orders.map(cancel));
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    const first = failed[0];
    if (!first) return;
    throw new Error(`${failed.length} of ${count} were not cancelled. ${String(first.reason)}`);
  };
  return (
    <ConfirmButton
      isSmall
      label={`Cancel all ${count}`}
      title={`Cancel ${count} open orders?`}
      action={`Cancel all ${count} on ${accountId}`}
      onConfirm={all}
    >
      <ul className="trade-list">
        {orders.map((order) => (
          <li key={nameOf(order)}>{wordsOf(order)}</li>
        ))}
      </ul>
    </ConfirmButton>
  );
}
