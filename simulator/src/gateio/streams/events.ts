import { isOpen, type OrderNews, type OrderRecord } from '../../exchange/records.ts';

/** What is told over a channel. */
export interface ChannelEvent {
  readonly channel: string;
  readonly result: unknown;
}

export type Fields = Readonly<Record<string, unknown>>;

/** What happened to an order of the book: it was taken, filled in part, or ended. */
export function orderWord(
  kind: OrderNews['kind'],
  order: OrderRecord,
): 'put' | 'update' | 'finish' {
  if (kind === 'accepted' || kind === 'triggered') return 'put';
  return isOpen(order) ? 'update' : 'finish';
}
