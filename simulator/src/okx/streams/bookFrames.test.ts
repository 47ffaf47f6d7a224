import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checksumOf, startedAt } from '../../../test/support/okx.ts';
import {
  createClientBook,
  createEar,
  plainDepth,
  plainLevels,
  shownBooks,
} from '../../../test/support/ws.ts';
import { createExchange } from '../../exchange/exchange.ts';
import { isOfBook } from '../../faults/frameInfo.ts';
import { okxTraits } from '../traits.ts';
import { createPublicStreams } from './publicStreams.ts';

describe('the books of okx', () => {
  function begin() {
    const exchange = createExchange(okxTraits, () => startedAt);
    const market = exchange.define({
      kind: 'spot',
      base: 'BTC',
      quote: 'USDT',
      tick: '0.5',
      lot: '0.01',
      minQuantity: '0.01',
      minNotional: '0',
      makerFeePpm: 0,
      takerFeePpm: 0,
    });
    const request = { method: 'GET', host: '', path: '', query: '', headers: {}, body: '' };
    const ear = createEar();
    const listener = createPublicStreams(exchange)(request, ear);
    if ('status' in listener) throw new Error('Must hold: a stream is open to anybody');
    const subscribe = (...channels: readonly string[]) => {
      const args = channels.map((channel) => ({ channel, instId: market.id }));
      listener.message(JSON.stringify({ op: 'subscribe', args }));
    };
    const news = () =>
      ear.heard
        .splice(0)
        .map(({ text, about }) => ({ about, ...JSON.parse(text) }))
        .filter(({ data }) => data);
    return { exchange, market, ear, listener, subscribe, news };
  }

  it('are what a client makes of snapshots and updates, with the checksum of it', () => {
    fc.assert(
      fc.property(shownBooks, (shown) => {
        const { exchange, market, subscribe, news } = begin();
        subscribe('books');
        const client = createClientBook();
        let last = -1;
        for (const book of shown) {
          exchange.show(market.name, book);
          for (const { about, action, data } of news()) {
            const [{ bids, asks, seqId, prevSeqId, checksum }] = data;
            expect(prevSeqId).toBe(last);
            last = seqId;
            if (action === 'snapshot') client.replace(bids, asks);
            else client.change(bids, asks);
            expect(about).toMatchObject({ book: market.name, isSnapshot: action === 'snapshot' });
            expect(checksum).toBe(checksumOf(client.levels()));
          }
          const depth = exchange.prices.depth(market, 400);
          expect(plainLevels(client.levels())).toEqual(plainDepth(depth));
        }
      }),
      { numRuns: 20 },
    );
  });

  it('are the best four hundred levels of a deeper book', () => {
    const { exchange, market, subscribe, news } = begin();
    subscribe('books');
    const client = createClientBook();
    const show = (best: number) => {
      const levels = (step: number) =>
        Array.from({ length: 410 }, (_, rank) => [best + step * rank, 1] as const);
      exchange.show(market.name, { bids: levels(-1), asks: levels(1).slice(1) });
      for (const { action, data } of news()) {
        const [{ bids, asks }] = data;
        if (action === 'snapshot') client.replace(bids, asks);
        else client.change(bids, asks);
      }
      const depth = exchange.prices.depth(market, 400);
      expect(plainLevels(client.levels())).toEqual(plainDepth(depth));
    };
    for (const best of [1_000, 1_007, 1_002]) show(best);
  });

  it('are whole in the channels of five levels and of one', () => {
    fc.assert(
      fc.property(shownBooks, (shown) => {
        const { exchange, market, subscribe, news } = begin();
        subscribe('books5', 'bbo-tbt');
        const told = new Map<string, unknown>();
        for (const book of shown) {
          exchange.show(market.name, book);
          for (const { arg, data } of news()) {
            told.set(arg.channel, plainLevels([data[0].bids, data[0].asks]));
          }
          expect(told.get('books5')).toEqual(plainDepth(exchange.prices.depth(market, 5)));
          expect(told.get('bbo-tbt')).toEqual(plainDepth(exchange.prices.depth(market, 1)));
        }
      }),
      { numRuns: 20 },
    );
  });

  it('come with the same frame under a wrong checksum, for who lets frames fail', () => {
    const { exchange, market, ear, subscribe } = begin();
    subscribe('books', 'books5');
    ear.heard.splice(0);
    exchange.show(market.name, { bids: [[100, 1]], asks: [[101, 1]] });
    const [books400, books5] = ear.heard;
    const { data: right, ...rest } = JSON.parse(books400?.text ?? '');
    const notes = [books400?.about].filter(isOfBook);
    const wrong = JSON.parse(notes[0]?.withWrongChecksum?.() ?? '');
    expect(wrong).toEqual({ ...rest, data: [{ ...right[0], checksum: expect.any(Number) }] });
    expect([right[0].checksum, 0]).not.toContain(wrong.data[0].checksum);
    expect(books5?.about).toEqual({ book: market.name, isSnapshot: true });
  });

  it('go on with lower numbers after a restart, and the chain holds', () => {
    const { exchange, market, subscribe, news } = begin();
    const show = (size: number) =>
      exchange.show(market.name, { bids: [[100, size]], asks: [[101, 1]] });
    for (const size of [1, 2, 3]) show(size);
    subscribe('books');
    const [{ data: before }] = news();
    exchange.restart();
    for (const size of [4, 5]) show(size);
    const [{ data: first }, { data: second }] = news();
    expect(first[0].prevSeqId).toBe(before[0].seqId);
    expect(first[0].seqId).toBeLessThan(before[0].seqId);
    expect(second[0].prevSeqId).toBe(first[0].seqId);
    expect(second[0].seqId).toBe(exchange.prices.depth(market, 1).sequence);
  });

  it('are told to nobody who has left', () => {
    const { exchange, market, ear, listener, subscribe } = begin();
    subscribe('books');
    ear.heard.splice(0);
    listener.closed();
    exchange.show(market.name, { bids: [[100, 1]], asks: [[101, 1]] });
    expect(ear.heard).toEqual([]);
  });
});
