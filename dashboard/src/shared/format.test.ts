import { describe, expect, it } from 'vitest';
import {
  formatAgo,
  formatBps,
  formatDecimalText,
  formatDuration,
  formatMany,
  formatPct,
  formatPrice,
  formatQuantity,
  formatShare,
  formatShortUsd,
  formatTime,
  formatUsd,
  formatWord,
  parseTime,
  shortId,
  unknownText,
} from './format.ts';

describe('numbers', () => {
  it('says that a number is not known, never 0', () => {
    for (const value of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(formatPrice(value)).toBe(unknownText);
      expect(formatQuantity(value)).toBe(unknownText);
      expect(formatUsd(value)).toBe(unknownText);
      expect(formatBps(value)).toBe(unknownText);
      expect(formatDuration(value)).toBe(unknownText);
    }
    expect(formatPct(0)).toBe('0.0 %');
  });

  it.each([
    [83_248.29, undefined, '83,248.29'],
    [83_248.29, 1, '83,248.3'],
    [3_101.5, undefined, '3,101.50'],
    [1.0003, undefined, '1.0003'],
    [0.00001234, undefined, '0.000012340'],
    [0, undefined, '0.00'],
  ])('writes the price %d with %s digits as %s', (price, digits, text) => {
    expect(formatPrice(price, digits)).toBe(text);
  });

  it('writes quantities with the digits that count', () => {
    expect(formatQuantity(1_234.567_89)).toBe('1,234.57');
    expect(formatQuantity(0.000_123_4)).toBe('0.0001234');
  });

  it('writes money with cents while they count', () => {
    expect(formatUsd(1_234.5)).toBe('$1,234.50');
    expect(formatUsd(-12_345.6)).toBe('-$12,346');
    expect(formatShortUsd(1_234_567)).toBe('$1.2M');
    // A minus before zero would suggest a loss where there is none.
    expect(formatUsd(-0.004)).toBe('$0.00');
    expect(formatUsd(-0)).toBe('$0.00');
    expect(formatUsd(-0.006)).toBe('-$0.01');
    expect(formatBps(-0.001)).toBe('0.00 bps');
  });

  it('writes shares of one as percent', () => {
    expect(formatShare(0.375)).toBe('38 %');
    expect(formatShare(0.375, 1)).toBe('37.5 %');
  });
});

describe('times', () => {
  it.each([
    [0, '0 ms'],
    [950, '950 ms'],
    [1_500, '1.5 s'],
    [61_000, '1 min 1 s'],
    [3_600_000, '1 h'],
    [90_061_000, '1 d 1 h'],
  ])('writes %d ms as %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it('reads times of the API as UTC, with a zone or without', () => {
    const ms = Date.UTC(2026, 0, 2, 3, 4, 5);
    expect(parseTime('2026-01-02T03:04:05Z')).toBe(ms);
    expect(parseTime('2026-01-02T03:04:05.000')).toBe(ms);
    expect(parseTime('2026-01-02T04:04:05+01:00')).toBe(ms);
    expect(parseTime(ms)).toBe(ms);
    expect(parseTime('yesterday')).toBeUndefined();
    expect(parseTime(null)).toBeUndefined();
  });

  it('leaves the date out of today alone', () => {
    const nowMs = new Date(2026, 0, 2, 12).getTime();
    expect(formatTime(new Date(2026, 0, 2, 9, 30).getTime(), nowMs)).toBe('09:30:00');
    expect(formatTime(new Date(2026, 0, 1, 9, 30).getTime(), nowMs)).toBe('1 Jan 2026, 09:30:00');
    expect(formatAgo(nowMs - 90_000, nowMs)).toBe('1 min 30 s ago');
    // A clock ahead of ours does not make a time in the future.
    expect(formatAgo(nowMs + 5_000, nowMs)).toBe('0 ms ago');
  });
});

describe('words', () => {
  it('writes words of the API for people', () => {
    expect(formatWord('stop_loss_limit')).toBe('Stop loss limit');
    expect(formatWord('RUNNING')).toBe('Running');
  });

  it('shortens ids that are long, and no others', () => {
    expect(shortId('paper-binance')).toBe('paper-binance');
    expect(shortId('CDLZFC3SYJYDZT7K67VZ75HPJVIEUVNIXF47ZG2FB2RMQQVU2HHGCYSC')).toBe('CDLZFC…CYSC');
  });
});

describe('an exact decimal text', () => {
  it('keeps every digit and sets thousands apart before the point alone', () => {
    expect(formatDecimalText('166471.2522136')).toBe('166,471.2522136');
    expect(formatDecimalText('9007199254740993.0000001')).toBe('9,007,199,254,740,993.0000001');
    expect(formatDecimalText('-1234567')).toBe('-1,234,567');
    expect(formatDecimalText('+12.5000000')).toBe('+12.5000000');
    expect(formatDecimalText('999')).toBe('999');
  });

  it('shows what is no decimal as it came, and nothing as unknown', () => {
    expect(formatDecimalText('1e7')).toBe('1e7');
    expect(formatDecimalText(null)).toBe(unknownText);
  });
});

describe('a count with its noun', () => {
  it('has one of a thing in the singular alone', () => {
    expect(formatMany(1, 'vault')).toBe('1 vault');
    expect(formatMany(0, 'vault')).toBe('0 vaults');
    expect(formatMany(1200, 'entry', 'entries')).toBe('1,200 entries');
  });
});
