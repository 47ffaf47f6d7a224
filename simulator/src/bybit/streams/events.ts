import type { OrderNews } from '../../exchange/records.ts';
import { orderRecord, tradeRecord } from '../orderRecords.ts';
import { categoryOf } from '../traits.ts';

export const topics = ['order', 'execution'] as const;
export type Topic = (typeof topics)[number];

/** What an account hears under each topic of one thing that happened to an order. */
export function eventsOf({ kind, order, trade }: OrderNews): readonly (readonly [Topic, object])[] {
  if (kind === 'changed') return [];
  const category = categoryOf(order.market.definition);
  const record = { category, ...orderRecord(order), feeCurrency: '' };
  // For a moment it is neither asleep nor on the book.
  if (kind === 'triggered') return [['order', { ...record, orderStatus: 'Triggered' }]];
  if (kind !== 'filled' || !trade) return [['order', record]];
  return [
    ['execution', { category, ...tradeRecord(trade) }],
    ['order', record],
  ];
}
