import type { AlgorithmChildWire, AlgorithmDetailsWire } from '@windlass/contract';
import { useState } from 'react';
import { useNow } from '../../../shared/clock.ts';
import {
  formatCount,
  formatPrice,
  formatQuantity,
  formatTime,
  formatWord,
} from '../../../shared/format.ts';
import { type Column, DataTable } from '../../../shared/ui/DataTable.tsx';
import { Tag } from '../../../shared/ui/Notes.tsx';
import { Panel } from '../../../shared/ui/Panel.tsx';
import { isPair } from '../words.ts';
import { liveChildren } from './cancelling.ts';

/** Number of orders that fit on the screen. A long-running algorithm has thousands. */
const newest = 12;

/** Shows its orders, the newest first. */
export function Children({ details }: { details: AlgorithmDetailsWire }) {
  const { child_orders: children, algorithm_type: type } = details;
  const [isWhole, setIsWhole] = useState(false);
  const nowMs = useNow(60_000);
  const shown = [...children].reverse().slice(0, isWhole ? undefined : newest);
  const resting = liveChildren(details).length;
  const hasReasons = shown.some(isTrouble);
  return (
    <Panel
      title="Child orders"
      flush={true}
      aside={
        <>
          {resting > 0 && <Tag mood="info">{formatCount(resting)} live</Tag>}
          {children.length > newest && (
            <button
              type="button"
              className="button small"
              onClick={() => setIsWhole((whole) => !whole)}
            >
              {isWhole ? `The newest ${newest}` : `All ${formatCount(children.length)}`}
            </button>
          )}
        </>
      }
    >
      <DataTable
        caption="Child orders, newest first"
        columns={columns({ hasLegs: isPair(type), hasReasons, nowMs })}
        rows={shown}
        keyOf={({ number }) => String(number)}
        empty="No order yet. Each slice is listed here from the moment it is decided."
      />
    </Panel>
  );
}

interface Shown {
  readonly hasLegs: boolean;
  readonly hasReasons: boolean;
  readonly nowMs: number;
}

type ChildColumn = Column<AlgorithmChildWire>;

function columns(shown: Shown): readonly ChildColumn[] {
  const { hasLegs, hasReasons, nowMs } = shown;
  const leg: ChildColumn = {
    title: 'Leg',
    cell: ({ symbol, side }) => (
      <>
        <span className={side}>{formatWord(side)}</span> {symbol}
      </>
    ),
  };
  const reason: ChildColumn = {
    title: 'Reason',
    cell: (child) => (isTrouble(child) ? child.reason : null),
  };
  return [
    { title: 'No.', isNumber: true, cell: ({ number }) => formatCount(number) },
    { title: 'Time', cell: ({ created_at: at }) => formatTime(at, nowMs) },
    { title: 'Status', cell: (child) => <ChildStatus child={child} /> },
    { title: 'Slice', cell: sliceOf },
    { title: 'Account', cell: ({ exchange_account_id: id }) => id },
    ...(hasLegs ? [leg] : []),
    { title: 'Type', cell: ({ time_in_force: type }) => typeWords[type] },
    { title: 'Quantity', isNumber: true, cell: ({ quantity }) => formatQuantity(quantity) },
    { title: 'Price', isNumber: true, cell: ({ price }) => formatPrice(price) },
    {
      title: 'Filled',
      isNumber: true,
      cell: ({ filled_quantity: filled }) => formatQuantity(filled),
    },
    {
      title: 'Average',
      isNumber: true,
      cell: ({ average_price: average }) => formatPrice(average),
    },
    ...(hasReasons ? [reason] : []),
  ];
}

/** Returns the slice of an order. Levels of a ladder have their own panel with their prices. */
function sliceOf({ purpose, group }: AlgorithmChildWire): string {
  return purpose === 'level' ? 'Level' : `${formatWord(purpose)} ${group}`;
}

/** True for a problem. A slice that was cancelled, or filled what was available, is none. */
function isTrouble({ status, reason }: AlgorithmChildWire): boolean {
  return reason !== null && (moodOf(status) === 'bad' || moodOf(status) === 'warn');
}

const typeWords = { GTC: 'Limit', IOC: 'IOC', POST_ONLY: 'Post only' } as const;

/** Words for statuses whose API names say little to people. */
const statusWords: Readonly<Partial<Record<AlgorithmChildWire['status'], string>>> = {
  closed: 'Filled',
  canceled: 'Cancelled',
  intended: 'Being sent',
  unknown: 'Outcome unknown',
};

function ChildStatus({ child }: { child: AlgorithmChildWire }) {
  const { status, order_id: order, client_order_id: name } = child;
  const mood = moodOf(status);
  return (
    <span title={order ?? name}>
      <Tag {...(mood && { mood })}>{statusWords[status] ?? formatWord(status)}</Tag>
    </span>
  );
}

function moodOf(status: AlgorithmChildWire['status']) {
  switch (status) {
    case 'closed':
      return 'good';
    case 'open':
    case 'pending':
    case 'intended':
      return 'info';
    case 'unknown':
      return 'warn';
    case 'rejected':
    case 'not_sent':
      return 'bad';
    case 'canceled':
    case 'expired':
      return undefined;
  }
}
