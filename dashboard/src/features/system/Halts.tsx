import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DataOf } from '@windlass/client';
import type { OrderStatusWire, TradedAccountWire } from '@windlass/contract';
import { useEffect, useState } from 'react';
import { useClient } from '../../shared/api.tsx';
import { formatMany, formatPrice, formatQuantity, formatWord } from '../../shared/format.ts';
import { moneyOf } from '../../shared/money.ts';
import { ConfirmButton } from '../../shared/ui/ConfirmButton.tsx';
import { CheckField } from '../../shared/ui/Field.tsx';
import { ErrorNote, Note } from '../../shared/ui/Notes.tsx';
import { openOrderPlaces } from './openOrders.ts';
import { capabilitiesQuery, openOrdersQuery } from './queries.ts';

type Account = Pick<
  TradedAccountWire,
  'exchange_account_id' | 'exchange' | 'mode' | 'environment' | 'halted'
>;

interface ButtonProps {
  readonly label: string;
  readonly accounts: readonly Account[];
  /** True for every account that the key reaches, instead of the named one. */
  readonly isAll?: boolean;
}

/** Refreshes what a halt or its end changes on the page: states, orders, the audit log. */
async function settleHalt(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['accounts'] }),
    queries.invalidateQueries({ queryKey: ['system'] }),
  ]);
}

function namesOf(accounts: readonly Account[]): string {
  return accounts.map(({ exchange_account_id: id }) => id).join(', ');
}

/** Returns the account that the call names; none for all that the key reaches. */
function meantBy({ accounts, isAll }: Omit<ButtonProps, 'label'>) {
  const id = accounts[0]?.exchange_account_id;
  return isAll || id === undefined ? {} : { exchange_account_id: id };
}

interface HaltButtonProps extends ButtonProps {
  readonly onHalted: (halt: DataOf<'haltTrading'>) => void;
}

export function HaltButton({ label, accounts, isAll = false, onHalted }: HaltButtonProps) {
  const client = useClient();
  const queries = useQueryClient();
  const [cancel_open, setCancelOpen] = useState(false);
  const title = isAll ? 'Halt all trading' : `Halt ${namesOf(accounts)}`;
  const halt = async () => {
    const meant = meantBy({ accounts, isAll });
    try {
      onHalted(await client.haltTrading({ ...meant, cancel_open }));
    } finally {
      // A refusal may also come after some of the orders were cancelled.
      await settleHalt(queries);
    }
  };
  return (
    <ConfirmButton
      label={label}
      title={title}
      isSmall={!isAll}
      accessibleLabel={isAll ? label : `Halt ${namesOf(accounts)}`}
      action={cancel_open ? 'Halt and cancel open orders' : 'Halt trading'}
      onConfirm={halt}
    >
      <HaltQuestion
        accounts={accounts}
        isAll={isAll}
        cancels={cancel_open}
        onCancels={setCancelOpen}
      />
    </ConfirmButton>
  );
}

interface HaltQuestionProps {
  readonly accounts: readonly Account[];
  readonly isAll: boolean;
  readonly cancels: boolean;
  readonly onCancels: (cancels: boolean) => void;
}

function HaltQuestion({ accounts, isAll, cancels, onCancels }: HaltQuestionProps) {
  // A choice made for one halt must not apply to the next.
  useEffect(() => () => onCancels(false), [onCancels]);
  const live = accounts.filter((account) => moneyOf(account) === 'real').length;
  return (
    <div className="stack">
      <p>
        No new order leaves {isAll ? formatMany(accounts.length, 'account') : 'the account'}
        {isAll && `: ${namesOf(accounts)}`}. Algorithms there wait. Cancels go through.{' '}
        {live > 0 && <strong>{formatMany(live, 'account')} with real money.</strong>}
      </p>
      <CheckField label="Also cancel open orders" checked={cancels} onChange={onCancels} />
      <OpenOrders accounts={accounts} cancels={cancels} />
    </div>
  );
}

/** As many as fit into a dialog. The others are counted. */
const namedMax = 8;

function OpenOrders({ accounts, cancels }: Pick<HaltQuestionProps, 'accounts' | 'cancels'>) {
  const client = useClient();
  const capabilities = useQuery(capabilitiesQuery(client));
  const places = openOrderPlaces(accounts, capabilities.data ?? {});
  const asked = useQueries({ queries: places.map((place) => openOrdersQuery(client, place)) });
  const orders = asked.flatMap(({ data = [] }, index) =>
    data.map((order) => ({ order, account: places[index]?.exchange_account_id ?? '' })),
  );
  const failed = capabilities.error ?? asked.find(({ error }) => error)?.error;
  const verb = cancels ? 'will be cancelled' : orders.length === 1 ? 'stays open' : 'stay open';
  if (capabilities.isPending || asked.some(({ isPending }) => isPending)) {
    return <p className="small muted">Asking for the open orders…</p>;
  }
  return (
    <div className="stack small">
      <p>
        {orders.length === 0
          ? 'No order is open.'
          : `${formatMany(orders.length, 'order')} ${verb}:`}
      </p>
      <ul className="system-orders">
        {orders.slice(0, namedMax).map(({ order, account }) => (
          <li key={order.order_id}>{`${sentenceOf(order)} on ${account}`}</li>
        ))}
      </ul>
      {orders.length > namedMax && <p>{`and ${orders.length - namedMax} more`}</p>}
      {failed && <ErrorNote error={failed} what="Not all open orders could be listed" />}
    </div>
  );
}

function sentenceOf(order: OrderStatusWire): string {
  const price = order.price === null ? '' : ` at ${formatPrice(order.price)}`;
  const what = `${formatWord(order.side)} ${formatQuantity(order.remaining)} ${order.symbol}`;
  return `${what}${price}`;
}

export function ResumeButton({ label, accounts, isAll = false }: ButtonProps) {
  const client = useClient();
  const queries = useQueryClient();
  const resume = async () => {
    await client.resumeTrading(meantBy({ accounts, isAll }));
    await settleHalt(queries);
  };
  return (
    <ConfirmButton
      label={label}
      isSmall={!isAll}
      accessibleLabel={isAll ? label : `Resume ${namesOf(accounts)}`}
      title={isAll ? 'Resume all trading' : `Resume ${namesOf(accounts)}`}
      action="Resume trading"
      onConfirm={resume}
    >
      <p>
        Orders may leave again{isAll ? ` on every account: ${namesOf(accounts)}` : ''}, and
        algorithms that wait there continue at once.
      </p>
    </ConfirmButton>
  );
}

interface HaltResultProps {
  readonly halt: DataOf<'haltTrading'>;
  readonly onClose: () => void;
}

/** Shows the results of the last halt and its failures: those accounts may still trade. */
export function HaltResult({ halt, onClose }: HaltResultProps) {
  const { changed, canceled_orders, not_canceled, exchange_account_ids: meant } = halt;
  const before = meant.length - changed.length;
  return (
    <Note mood={not_canceled.length > 0 ? 'bad' : 'good'}>
      <div className="row spread">
        <span>
          {`${formatMany(changed.length, 'account')} halted`}
          {before > 0 && `, ${formatMany(before, 'account')} had been before`}
          {`; ${formatMany(canceled_orders, 'order')} cancelled.`}
        </span>
        <button type="button" className="button small" onClick={onClose}>
          Seen
        </button>
      </div>
      {not_canceled.length > 0 && (
        <>
          <p>
            <strong>These may still be open:</strong>
          </p>
          <ul className="system-orders">
            {not_canceled.map(({ exchange_account_id: id, order_id, reason }) => (
              <li key={`${id} ${order_id}`}>
                {order_id === '*' ? `every order of ${id}` : `${order_id} on ${id}`}: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </Note>
  );
}
