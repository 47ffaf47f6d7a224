import { describe, expect, it } from 'vitest';
import { createRecordingBook } from '../../../../../test/support/marketData/recordingBook.ts';
import { showsSame } from '../../shared/stream/dialect.ts';
import { futuresProof } from './futures/proof.ts';
import { spotProof } from './spot/proof.ts';

const depth = (asks: unknown, bids: unknown) =>
  JSON.stringify({ error: [], result: { XXBTZUSD: { asks, bids } } });

function spotBook() {
  const book = createRecordingBook();
  book.snapshot([['99.0', '1.23456789']], [['101.0', '0.00051']], { sequence: 1 });
  return book;
}

describe('the document of a spot book', () => {
  const judge = (text: string) => {
    const book = spotBook();
    const shown = spotProof('BTC/USD', book).parse(text);
    return typeof shown === 'object' ? showsSame(book, shown) : shown;
  };

  it('is asked for under the old name', () => {
    expect(spotProof('BTC/USD', spotBook()).url).toBe(
      'https://api.kraken.com/0/public/Depth?pair=XBTUSD&count=10',
    );
  });

  it.each([
    ['1.234', '0.000', true],
    ['1.235', '0.001', true],
    ['1.233', '0.001', false],
    ['1.236', '0.000', false],
    ['1.234', '0.002', false],
  ])('has three decimals: %s and %s prove the book: %s', (bid, ask, same) => {
    expect(judge(depth([['101.00000', ask, 1]], [['99.00000', bid, 1]]))).toBe(same);
  });

  it('sees another price, and a level too many or too few', () => {
    const bids = [['99.0', '1.234', 1]];
    expect(judge(depth([['101.1', '0.000', 1]], bids))).toBe(false);
    expect(judge(depth([], bids))).toBe(false);
    expect(judge(depth([['101.0', '0.000', 1]], [...bids, ['98.0', '1.0', 1]]))).toBe(false);
  });

  it.each([
    '',
    '[]',
    '{"error":["EQuery:Unknown asset pair"]}',
    '{"error":[],"result":{}}',
    depth({}, []),
    depth([null], []),
    depth([['x', '1']], []),
  ])('is none in %j', (text) => expect(judge(text)).toBeUndefined());
});

describe('a spot document that is none', () => {
  it.each(['EGeneral:Too many requests', 'EAPI:Rate limit exceeded'])(
    'tells that too much is asked: %s',
    (error) => {
      const text = JSON.stringify({ error: [error] });
      expect(spotProof('BTC/USD', spotBook()).parse(text)).toBe('limited');
    },
  );
});

describe('the document of a futures book', () => {
  const text = JSON.stringify({
    result: 'success',
    orderBook: {
      bids: [
        [10, 20],
        [20, 60],
      ],
      asks: [
        [40, 80],
        [30, 60],
      ],
    },
  });

  it('shows sizes of the product, best first whatever their order', () => {
    const { url, parse } = futuresProof('PI_XBTUSD');
    expect(url).toBe('https://futures.kraken.com/derivatives/api/v3/orderbook?symbol=PI_XBTUSD');
    expect(parse(text)).toEqual({
      bids: [
        [20, 3],
        [10, 2],
      ],
      asks: [
        [30, 2],
        [40, 2],
      ],
    });
    expect(futuresProof('PF_XBTUSD').parse(text)).toMatchObject({
      asks: [
        [30, 60],
        [40, 80],
      ],
    });
  });

  it.each(['', '{"result":"error"}', '{"orderBook":{"bids":[[1]],"asks":[]}}'])(
    'is none in %j',
    (other) => expect(futuresProof('PI_XBTUSD').parse(other)).toBeUndefined(),
  );
});
