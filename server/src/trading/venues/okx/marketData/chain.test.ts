import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import { createFakeTransport } from '../../../../../test/support/marketData/fakeTransport.ts';
import { createRecordingBook } from '../../../../../test/support/marketData/recordingBook.ts';
import { silentLogger } from '../../../../../test/support/silentLogger.ts';
import { createSeededRandom } from '../../../../kit/random.ts';
import { parseSymbol } from '../../../model/symbol.ts';
import { createOkxFeed } from './feed.ts';

function setUp() {
  const clock = createManualClock();
  const transport = createFakeTransport();
  const random = createSeededRandom('okx');
  const feed = createOkxFeed({ clock, transport, random, logger: silentLogger });
  const book = createRecordingBook();
  const symbol = parseSymbol('BTC/USDT');
  if (symbol) feed.open(symbol, book);
  const say = (action: string, [prevSeqId, seqId]: readonly number[], bids: string[][] = []) =>
    transport.sockets[0]?.frame(
      JSON.stringify({
        arg: { channel: 'books', instId: 'BTC-USDT' },
        action,
        data: [{ bids, asks: [], ts: '1700000000000', checksum: 0, seqId, prevSeqId }],
      }),
    );
  transport.sockets[0]?.opened();
  say('snapshot', [-1, 1_000], [['90', '1', '0', '1']]);
  return { book, say };
}

describe('the chain of okx', () => {
  it('has holes in its numbers, which lose nothing', () => {
    const { book, say } = setUp();
    say('update', [1_000, 1_007], [['91', '1', '0', '1']]);
    say('update', [1_007, 1_020], [['92', '1', '0', '1']]);
    expect([book.sequence, book.bids.size, book.flags]).toEqual([1_020, 3, []]);
  });

  it('goes on when the numbers fall after maintenance', () => {
    const { book, say } = setUp();
    say('update', [1_000, 3], [['91', '1', '0', '1']]);
    say('update', [3, 5], [['92', '1', '0', '1']]);
    expect([book.sequence, book.bids.size, book.flags]).toEqual([5, 3, []]);
  });

  it('says once a minute that nothing happened', () => {
    const { book, say } = setUp();
    say('update', [1_000, 1_000]);
    expect([book.counts.alive, book.counts.updates, book.flags]).toEqual([1, 0, []]);
  });

  it('broken is a gap; what came before it once more is none', () => {
    const { book, say } = setUp();
    say('update', [1_000, 1_007]);
    say('update', [1_000, 1_007]);
    expect(book.flags).toEqual([]);
    say('update', [1_009, 1_010]);
    expect(book.flags).toEqual(['gap']);
  });

  it('whose numbers fell in a message we missed is a gap, not old news', () => {
    const { book, say } = setUp();
    say('update', [3, 5], [['91', '1', '0', '1']]);
    expect(book.flags).toEqual(['gap']);
  });
});
