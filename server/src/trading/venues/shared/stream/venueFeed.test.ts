import { describe, expect, it } from 'vitest';
import { createRecordingBook } from '../../../../../test/support/marketData/recordingBook.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { createVenueFeed } from './venueFeed.ts';

function setUp() {
  const done: string[] = [];
  const feed = createVenueFeed({
    venue: 'okx',
    route: (symbol) =>
      symbol === 'NO/NO' ? undefined : () => ({ close: () => done.push(`close ${symbol}`) }),
    stop: () => done.push('stop'),
  });
  const open = (symbol: string) => {
    const book = createRecordingBook();
    return { book, handle: feed.open(symbol as InstrumentSymbol, book) };
  };
  return { done, feed, open };
}

describe('the books of a venue', () => {
  it('that are still open are closed before its markets stop', async () => {
    const { done, feed, open } = setUp();
    open('A/USDT');
    open('B/USDT').handle.close();
    open('C/USDT');
    await feed.stop();
    expect(done).toEqual(['close B/USDT', 'close A/USDT', 'close C/USDT', 'stop']);
  });

  it('that it cannot have fail at once', () => {
    const { done, feed, open } = setUp();
    const { book, handle } = open('NO/NO');
    handle.close();
    expect(book.states).toEqual(['failed: NO/NO is not a symbol of this venue']);
    const symbols = ['NO/NO', 'A/USDT'] as InstrumentSymbol[];
    expect([symbols.map(feed.lists), done]).toEqual([['no', 'unknown'], []]);
  });
});
