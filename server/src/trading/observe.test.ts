import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createManualClock } from '../../test/support/manualClock.ts';
import { parseSymbol } from './model/symbol.ts';
import { observeBooks } from './observe.ts';
import { createOrderbook } from './orderbook/orderbook.ts';
import type { BookWriter } from './venues/bookPort.ts';

function setUp() {
  const clock = createManualClock();
  const venue = 'binance' as const;
  const symbol = parseSymbol('BTC/USDT');
  if (!symbol) throw new Error('no symbol');
  const writers: BookWriter[] = [];
  const feed = {
    venue,
    lists: () => 'yes' as const,
    open(_symbol: string, book: BookWriter) {
      writers.push(book);
      return { close: () => undefined };
    },
    stop: async () => undefined,
  };
  const orderbook = createOrderbook({ feeds: new Map([[venue, feed]]), venues: [venue], clock });
  const registry = new Registry();
  observeBooks(registry, orderbook);
  orderbook.subscribe([symbol], [venue]);
  const [book] = writers;
  if (!book) throw new Error('no book was opened');
  const value = async (name: string) => {
    const line = new RegExp(`^windlass_book_${name}\\{.*\\} (.+)$`, 'm');
    return line.exec(await registry.metrics())?.[1];
  };
  return { clock, registry, book, value };
}

test('what only grows is a counter, and says the same however often it is asked', async () => {
  const { registry, book, value } = setUp();
  book.snapshot([[1, 1]], [[2, 1]], { sequence: 1 });
  book.update([[1, 2]], [], { sequence: 2 });
  expect([await value('updates_total'), await value('updates_total')]).toEqual(['2', '2']);
  book.flag('gap');
  book.received(70);
  expect([await value('gaps_total'), await value('bytes_total')]).toEqual(['1', '70']);
  const kinds = (await registry.getMetricsAsJSON()).map(({ name, type }) => [
    name.endsWith('_total'),
    type.toString(),
  ]);
  expect(kinds).toHaveLength(8);
  expect(new Set(kinds.map(String))).toEqual(new Set(['true,counter', 'false,gauge']));
});

test('a venue that never spoke has no staleness; one that fell silent ages', async () => {
  const { clock, book, value } = setUp();
  await clock.advance(5_000);
  expect(await value('staleness_ms')).toBeUndefined();
  expect(await value('updates_total')).toBe('0');
  book.snapshot([[1, 1]], [[2, 1]], { sequence: 1 });
  await clock.advance(300);
  expect(await value('staleness_ms')).toBe('300');
});
