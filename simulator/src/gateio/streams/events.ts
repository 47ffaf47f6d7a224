import { isOpen, type OrderChange, type OrderRecord } from '../../exchange/records.ts';

/** An event of a channel. */
export interface ChannelEvent {
  readonly channel: string;
  readonly result: unknown;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Returns what happened to an order on the book: it was accepted, filled in part, or ended. */
export function orderWord(
  kind: OrderChange['kind'],
  order: OrderRecord,
): 'put' | 'update' | 'finish' {
  if (kind === 'accepted' || kind === 'triggered') return 'put';
  return isOpen(order) ? 'update' : 'finish';
}
