import { expect, it } from 'vitest';
import { symbol } from '../../../../test/support/exchanges/binance/feed.ts';
import { createRecordingBook } from '../../../../test/support/marketData/recordingBook.ts';
import type { BookFeed, BookWriter } from '../bookPort.ts';
import { createEndingFeed } from './endingFeed.ts';

function setUp() {
  const writers: BookWriter[] = [];
  const feed: BookFeed = {
    venue: 'binance',
    lists: () => 'yes',
    open(_, book) {
      writers.push(book);
      return { close: () => undefined };
    },
    stop: async () => undefined,
  };
  const ending = createEndingFeed(feed);
  const book = createRecordingBook();
  ending.feed.open(symbol('BTC/USDT'), book);
  const [writer] = writers;
  if (!writer) throw new Error('the feed got no book');
  return { ending, book, writer };
}

const ended = 'reconnecting: the recording has ended';
const failed = 'failed: the recording has ended';

it('passes everything on before the end, and says nothing of its own', () => {
  const { book, writer } = setUp();
  expect(writer.snapshot([['1', '1']], [['3', '1']], { sequence: 1 })).toBe(true);
  expect(writer.update([['2', '1']], [], { sequence: 2 })).toBe(true);
  expect(writer.top()).toEqual({ bid: 2, ask: 3 });
  writer.alive();
  expect(writer.update([['3', '1']], [], { sequence: 3 })).toBe(false);
  writer.flag('gap');
  writer.reconnecting('reset');
  writer.failed('no route');
  expect(book.counts).toEqual({ snapshots: 1, updates: 2, alive: 1 });
  expect(book.flags).toEqual(['crossed', 'gap']);
  expect(book.states).toEqual(['live', 'reconnecting: reset', 'failed: no route']);
});

it('a change after the end is written, and the book told again', () => {
  const { ending, book, writer } = setUp();
  writer.snapshot([['1', '1']], [['3', '1']], { sequence: 1 });
  ending.ended();
  expect(book.states).toEqual(['live', ended]);
  writer.snapshot([['1', '1']], [['3', '1']], { sequence: 2 });
  expect(book.states).toEqual(['live', ended, 'live', ended]);
  writer.update([['2', '1']], [], { sequence: 3 });
  expect([book.sequence, book.states.slice(4)]).toEqual([3, [ended]]);
});

it('a book without data has failed at the end, whatever its feed still tries', () => {
  const { ending, book, writer } = setUp();
  ending.ended();
  expect(book.states).toEqual([failed]);
  writer.reconnecting('no word for a while');
  expect(book.states.at(-1)).toBe(failed);
  writer.snapshot([['1', '1']], [['3', '1']], { sequence: 1 });
  expect(book.states.at(-1)).toBe(ended);
  writer.failed('no route');
  expect(book.states.at(-1)).toBe('failed: no route');
});

it('a book opened after the end has failed at once', () => {
  const { ending } = setUp();
  ending.ended();
  const late = createRecordingBook();
  ending.feed.open(symbol('ETH/USDT'), late);
  expect(late.states).toEqual([failed]);
});
