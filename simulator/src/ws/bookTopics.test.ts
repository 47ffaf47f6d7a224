import { beforeEach, describe, expect, it } from 'vitest';
import { createEar } from '../../test/support/ws.ts';
import { createExchange, type Exchange } from '../exchange/exchange.ts';
import type { Market } from '../exchange/market.ts';
import { type BookFrameEncoder, createBookTopics } from './bookTopics.ts';

let exchange: Exchange;
let market: Market;
let made: string[];
let at: number;

const names = (spot: string) => ({
  kind: 'spot' as const,
  base: spot,
  quote: 'USD',
  tick: '1',
  lot: '1',
  minQuantity: '1',
  minNotional: '0',
  makerFeePpm: 0,
  takerFeePpm: 0,
});

beforeEach(() => {
  at = 0;
  made = [];
  exchange = createExchange(
    {
      idOf: ({ base }) => base,
      walletOf: () => 'spot',
      marketTraits: () => ({
        orderTypes: ['limit'],
        timeInForce: ['GTC'],
        spotFeeAsset: 'quote',
      }),
      takenAndEnded: () => [],
    },
    () => at,
  );
  market = exchange.define(names('BTC'));
});

/** Makes a teller that reports every change, and repeats itself after a second. */
function teller(): BookFrameEncoder {
  const frame = (text: string) => {
    made.push(text);
    return { text, about: { book: market.name, isSnapshot: text === 'first' } };
  };
  return {
    first: () => frame('first'),
    next: ({ bids }) => (bids.length > 0 ? frame('next') : undefined),
    quiet: { afterMs: 1_000, frame: () => frame('quiet') },
  };
}

const show = (bid: number, ask = 100) =>
  exchange.show(market.name, { bids: [[bid, 1]], asks: [[ask, 1]] });
const texts = ({ heard }: ReturnType<typeof createEar>) => heard.map(({ text }) => text);

describe('the topics of books', () => {
  it('make one frame for all who listen, and none for nobody', () => {
    const topics = createBookTopics(exchange);
    const topic = { name: 'btc', market, open: teller };
    show(1);
    expect(made).toEqual([]);
    const [one, other] = [createEar(), createEar()];
    topics.add(one, topic);
    topics.add(other, topic);
    show(2);
    show(2, 101);
    expect(made).toEqual(['first', 'first', 'next']);
    expect([texts(one), texts(other)]).toEqual([
      ['first', 'next'],
      ['first', 'next'],
    ]);
    topics.remove(one, 'btc');
    topics.leave(other);
    show(3);
    expect([made.length, topics.has(one, 'btc'), topics.has(other, 'btc')]).toEqual([
      3,
      false,
      false,
    ]);
  });

  it('are of one market each', () => {
    const topics = createBookTopics(exchange);
    const other = exchange.define(names('ETH'));
    const ear = createEar();
    topics.add(ear, { name: 'btc', market, open: teller });
    exchange.show(other.name, { bids: [[1, 1]], asks: [[2, 1]] });
    topics.renew(other);
    expect(texts(ear)).toEqual(['first']);
    topics.renew(market);
    expect(texts(ear)).toEqual(['first', 'first']);
  });

  it('repeat themselves after a silence, as long as somebody listens', () => {
    const topics = createBookTopics(exchange);
    const ear = createEar();
    topics.add(ear, { name: 'btc', market, open: teller });
    const pass = (ms: number) => {
      at += ms;
      exchange.passTime();
    };
    pass(900);
    show(1);
    pass(900);
    expect(texts(ear)).toEqual(['first', 'next']);
    pass(100);
    pass(1_000);
    expect(texts(ear).slice(2)).toEqual(['quiet', 'quiet']);
    topics.leave(ear);
    pass(5_000);
    expect(made).toHaveLength(4);
  });
});
