import { formatWord } from '../../shared/format.ts';
import { Tag } from '../../shared/ui/Notes.tsx';
import type { Order } from './liveOrders.ts';

type Status = Order['status'];

const moods: Readonly<Record<Status, 'info' | 'good' | 'warn' | 'bad' | undefined>> = {
  pending: 'warn',
  open: 'info',
  closed: 'good',
  canceled: undefined,
  expired: 'warn',
  rejected: 'bad',
  unknown: 'bad',
};

const words: Readonly<Record<Status, string>> = {
  pending: 'Sending',
  open: 'Open',
  closed: 'Filled',
  canceled: 'Cancelled',
  expired: 'Expired',
  rejected: 'Rejected',
  unknown: 'Unknown',
};

const meanings: Readonly<Partial<Record<Status, string>>> = {
  pending: 'Stored, and sent to the exchange; its answer has not come yet.',
  unknown: 'Not confirmed by the exchange yet; checking. It will not be sent again.',
};

export function StatusTag({ status }: { status: Status }) {
  return (
    <span title={meanings[status]}>
      <Tag {...(moods[status] && { mood: moods[status] })}>{words[status]}</Tag>
    </span>
  );
}

/** Returns the meaning of status `unknown`, to be shown beside such rows. */
export function meaningOfUnknown(): string {
  return meanings.unknown ?? formatWord('unknown');
}
