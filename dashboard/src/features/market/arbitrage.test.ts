import { describe, expect, it } from 'vitest';
import { spreadOf } from '../../shared/books/quotes.ts';
import { arbitrageOf } from './arbitrage.ts';

describe('cross-venue arbitrage', () => {
  const quote = (venue: string, price: number, quantity: number) => ({ venue, price, quantity });

  it('is to buy at the lower ask and sell at the higher bid, up to what both hold', () => {
    const top = { bid: quote('kraken', 101, 2), ask: quote('bybit', 100, 3) };
    const found = arbitrageOf(top);
    expect(found).toMatchObject({ buy: top.ask, sell: top.bid, quantity: 2 });
    expect(found?.grossBps).toBeCloseTo(100, 10);
    expect(spreadOf(top)?.price).toBe(-1);
  });

  it('is none at equal prices, and none at a single venue', () => {
    const ask = quote('bybit', 100, 3);
    expect(arbitrageOf({ bid: quote('kraken', 100, 2), ask })).toBeUndefined();
    expect(arbitrageOf({ bid: quote('bybit', 101, 2), ask })).toBeUndefined();
    expect(arbitrageOf({ bid: undefined, ask })).toBeUndefined();
  });
});
