import { describe, expect, it } from 'vitest';
import { testBook, testBooks } from '../../../test/support/books.ts';
import { parseVenues, selectVenues, sidesOf, toggleVenue, whyNotFresh } from './selection.ts';

const none = new Set<string>();
const books = testBooks(testBook('kraken'), testBook('bybit', { quality: 'STALE' }));

describe('the merged book', () => {
  it('is of the fresh venues that are switched on', () => {
    const { parts, shown } = selectVenues(books, none);
    expect(shown).toEqual(['kraken']);
    expect(Object.fromEntries(parts)).toEqual({
      binance: 'none',
      bybit: 'old',
      gateio: 'none',
      kraken: 'in',
    });
  });

  it('shows what was heard last while nothing is fresh, and says why', () => {
    const off = new Set(['kraken']);
    const selection = selectVenues(books, off);
    expect(selection).toMatchObject({ fresh: [], shown: ['bybit'] });
    expect(whyNotFresh(books, selection)).toContain('No venue has a fresh book');
    const down = { ...books, isConnected: false };
    expect(whyNotFresh(down, selectVenues(down, off))).toContain('stream of books is down');
  });

  it('has nothing to excuse while one venue is fresh', () => {
    expect(whyNotFresh(books, selectVenues(books, none))).toBeUndefined();
  });

  it('says so when every venue is switched off', () => {
    const off = parseVenues('binance,bybit,gateio,kraken');
    expect(whyNotFresh(books, selectVenues(books, off))).toContain('switched off');
  });

  it('keeps the place of venues it leaves out, so that parts stay whose they are', () => {
    const sides = sidesOf(books, ['kraken'], 'asks');
    expect(sides.map((side) => side?.levels)).toEqual([
      undefined,
      undefined,
      undefined,
      [[101, 1]],
    ]);
  });
});

describe('the link', () => {
  it('takes venues it knows and no others', () => {
    expect([...parseVenues('kraken,nobody,,binance')]).toEqual(['binance', 'kraken']);
  });

  it('has a venue added and taken away by its switch', () => {
    const off = parseVenues(toggleVenue(none, 'kraken'));
    expect([...off]).toEqual(['kraken']);
    expect(toggleVenue(off, 'kraken')).toBe('');
  });
});
