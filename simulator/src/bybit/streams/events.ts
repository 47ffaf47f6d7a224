import type { OrderChange } from '../../exchange/records.ts';
import { orderRecord, tradeRecord } from '../orderRecords.ts';
import { categoryOf } from '../traits.ts';

export const topics = ['order', 'execution'] as const;
export type Topic = (typeof topics)[number];

/** Returns the events, by topic, that an account gets for one change of an order. */
export function eventsOf({
  kind,
  order,
  trade,
}: OrderChange): readonly (readonly [Topic, object])[] {
  if (kind === 'changed') return [];
  const category = categoryOf(order.market.definition);
  const record = { category, ...orderRecord(order), feeCurrency: '' };
  // For a moment the order is neither waiting nor on the book.
  if (kind === 'triggered') return [['order', { ...record, orderStatus: 'Triggered' }]];
  if (kind !== 'filled' || !trade) return [['order', record]];
  return [
    ['execution', { category, ...tradeRecord(trade) }],
    ['order', record],
  ];
}
