import { describe, expect, it } from 'vitest';
import { createMarkHistory, minuteMs } from './markHistory.ts';

const begin = 100 * minuteMs;

describe('minutes of a mark', () => {
  it('begin where it stood, and stand where nothing moved', () => {
    const history = createMarkHistory();
    history.add('A', begin + 10_000, 100);
    history.add('A', begin + 20_000, 90);
    history.add('A', begin + 2 * minuteMs, 95);
    history.add('A', begin + 2 * minuteMs + 1, 120);
    history.add('B', begin, 7);
    const minutes = history.minutes('A', { from: 0, to: begin + 3 * minuteMs });
    expect(minutes).toEqual([
      { at: begin, open: 100, high: 100, low: 90, close: 90 },
      { at: begin + minuteMs, open: 90, high: 90, low: 90, close: 90 },
      { at: begin + 2 * minuteMs, open: 95, high: 120, low: 95, close: 120 },
      { at: begin + 3 * minuteMs, open: 120, high: 120, low: 120, close: 120 },
    ]);
  });

  it('are those that begin within the span, and none before the first mark', () => {
    const history = createMarkHistory();
    expect(history.minutes('A', { from: 0, to: begin })).toEqual([]);
    history.add('A', begin, 100);
    const at = (from: number, to: number) => history.minutes('A', { from, to }).map((m) => m.at);
    expect(at(begin + 1, begin + 2 * minuteMs)).toEqual([begin + minuteMs, begin + 2 * minuteMs]);
    expect(at(begin - 5 * minuteMs, begin)).toEqual([begin]);
    expect(at(begin + minuteMs, begin)).toEqual([]);
  });
});
