import { describe, expect, it } from 'vitest';
import { hyperliquidScript } from '../../../../../test/support/exchanges/hyperliquid/script.ts';
import { expectReadsAnything } from '../../../../../test/support/marketData/frameFuzz.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { fromCoin, toCoin } from '../symbols.ts';
import { readFrame } from './frames.ts';
import { hyperliquidProtocol } from './protocol.ts';

const book = hyperliquidScript.snapshot({ id: 7, bids: [['9', '1']], asks: [['10', '2']] });

describe('coins of hyperliquid', () => {
  it.each([
    ['BTC/USDC:USDC', 'BTC'],
    ['KPEPE/USDC:USDC', 'kPEPE'],
  ])('%s is %s, there and back', (symbol, coin) => {
    expect([toCoin(symbol as InstrumentSymbol), fromCoin(coin)]).toEqual([coin, symbol]);
  });

  it.each(['BTC/USDC', 'BTC/USDT:USDT', 'BTC/USDC:USDC-261225', 'USDC/USDC:USDC'])(
    'none is %s',
    (symbol) => expect(toCoin(symbol as InstrumentSymbol)).toBeUndefined(),
  );

  it.each(['@107', 'PURR/USDC', 'xyz:GOLD'])('%s is none of ours', (coin) =>
    expect(fromCoin(coin)).toBeUndefined(),
  );
});

describe('frames of hyperliquid', () => {
  it('are whole books', () => {
    expect(readFrame(book)).toEqual({
      kind: 'book',
      key: 'BTC',
      message: { time: 1_700_000_000_007, bids: [['9', '1']], asks: [['10', '2']] },
    });
  });

  it.each([
    [book.slice(0, 60), { kind: 'malformed', key: 'BTC' }],
    ['{"channel":"trades","data":[{"coin":"B', { kind: 'other' }],
    ['{', { kind: 'malformed', key: undefined }],
    [book.replace('"9"', '9'), { kind: 'malformed', key: 'BTC' }],
    [book.replace(/"time":\d+/, '"time":"x"'), { kind: 'malformed', key: 'BTC' }],
    ['{"channel":"l2Book","data":null}', { kind: 'malformed', key: undefined }],
    ['{"channel":"pong"}', { kind: 'other' }],
    ['Websocket connection established.', { kind: 'other' }],
    [
      '{"channel":"subscriptionResponse","data":{"method":"subscribe","subscription":{"type":"l2Book","coin":"BTC"}}}',
      { kind: 'accepted', keys: ['BTC'] },
    ],
    [
      '{"channel":"subscriptionResponse","data":{"method":"unsubscribe","subscription":{"coin":"BTC"}}}',
      { kind: 'other' },
    ],
    ['{"channel":"error","data":"Already unsubscribed: x"}', { kind: 'other' }],
    [
      '{"channel":"error","data":"Cannot track more than 1000 total subscriptions: limit"}',
      {
        kind: 'refused',
        reason: 'Cannot track more than 1000 total subscriptions: limit',
        isLimit: true,
      },
    ],
  ])('%s', (text, expected) => expect(readFrame(text)).toEqual(expected));

  it('are read whatever comes', () => expectReadsAnything(readFrame, [book]));

  it('of ours name one coin each', () => {
    expect(JSON.parse(hyperliquidProtocol.subscribe(['BTC'], { id: 1, nowMs: 0 }))).toEqual({
      method: 'subscribe',
      subscription: { type: 'l2Book', coin: 'BTC' },
    });
    expect(hyperliquidProtocol.batchMax).toBe(1);
  });
});
