import { describe, expect, it } from 'vitest';
import {
  fromLocalField,
  paramsOf,
  type Question,
  readQuestion,
  toInput,
  toLocalField,
} from './question.ts';

const asked: Question = {
  account: 'paper-okx',
  market: 'spot',
  symbol: 'BTC/USDT',
  days: 'between',
  from: '2026-01-02T03:04:00.000Z',
  to: '2026-01-03T00:00:00.000Z',
  horizon: 60,
};

describe('the question of a report', () => {
  it('is read from a link as it was written', () => {
    expect(readQuestion(new URLSearchParams(paramsOf(asked)), 'other')).toEqual(asked);
  });

  it('is the last month of perpetuals where the link says nothing, or nothing that is known', () => {
    const usual = { account: 'first', market: 'swap', symbol: '', days: '30', horizon: 300 };
    expect(readQuestion(new URLSearchParams(), 'first')).toMatchObject(usual);
    const odd = new URLSearchParams({ market: 'moon', days: '-4', horizon: '7' });
    expect(readQuestion(odd, 'first')).toMatchObject(usual);
  });

  it('ends when it is asked, unless it is between two times', () => {
    const nowMs = 100 * 86_400_000;
    expect(toInput({ ...asked, days: '7' }, nowMs)).toMatchObject({
      start: nowMs - 7 * 86_400_000,
      end: nowMs,
      symbol: 'BTC/USDT',
    });
    expect(toInput(asked, nowMs)).toMatchObject({
      start: Date.UTC(2026, 0, 2, 3, 4),
      end: Date.UTC(2026, 0, 3),
    });
  });

  it('leaves out a symbol and times that were not given', () => {
    const input = toInput({ ...asked, symbol: '', from: '', to: 'yesterday' }, 5);
    expect(Object.keys(input).sort()).toEqual(['exchange_account_id', 'horizon', 'market_type']);
  });
});

it('shows times in the zone of this machine and takes them back to the minute', () => {
  expect(fromLocalField(toLocalField(asked.from))).toBe(asked.from);
  expect(toLocalField('')).toBe('');
  expect(fromLocalField('soon')).toBe('');
});
