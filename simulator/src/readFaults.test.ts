import { describe, expect, it } from 'vitest';
import { faultNames } from './faults/catalogue.ts';
import { readFaults } from './index.ts';

const none = () => {
  throw new Error('ENOENT: no such file');
};
const script = (content: unknown) => readFaults('plan.json', () => JSON.stringify(content));
const step = { at: 5, fault: 'lostFrame', venue: 'kraken' };

/** Returns the chances of a profile. */
function chancesOf(choice: string): Readonly<Record<string, number>> {
  const read = readFaults(choice, none);
  if ('problem' in read) throw new Error(read.problem);
  return read.chances;
}

describe('a choice of faults', () => {
  it('has none when it is off', () => {
    expect(readFaults('off', none)).toEqual({ chances: {}, script: [] });
  });

  it('has every fault when it is mild, and each a hundred times when it is harsh', () => {
    const [mild, harsh] = [chancesOf('mild'), chancesOf('harsh')];
    expect(Object.keys(mild)).toEqual(faultNames);
    for (const name of faultNames) expect(harsh[name]).toBeCloseTo((mild[name] ?? 0) * 100, 9);
    expect(Math.min(...Object.values(mild))).toBeGreaterThan(0);
  });

  it('lets most requests and frames through, however harsh', () => {
    const harsh = chancesOf('harsh');
    const sum = Object.values(harsh).reduce((all, chance) => all + chance, 0);
    expect(sum).toBeLessThan(0.6);
  });

  it('is a script otherwise', () => {
    const steps = [step, { at: 0, fault: 'maintenance', venue: 'all', times: 2, seconds: 30 }];
    expect(script(steps)).toEqual({ chances: {}, script: steps });
  });

  it('says that a file cannot be read', () => {
    expect(readFaults('nowhere', none)).toEqual({
      problem: 'Faults are off, mild, harsh or the path of a script: ENOENT: no such file',
    });
  });
});

describe('a script of faults', () => {
  it.each([
    [{ fault: 'lostFrame' }, ': A script of faults is a JSON list.'],
    [[step, 7], ': [1]: Expected an object with at, fault and venue.'],
    [[{ ...step, every: 3 }], ': [0].every: There is no such field.'],
    [[{ ...step, at: -1 }], ': [0].at: Expected seconds, 0 or more.'],
    [[{ ...step, at: '1' }], ': [0].at: Expected seconds, 0 or more.'],
    [[step, { ...step, fault: 'earthquake' }], ': [1].fault: There is no fault "earthquake".'],
    [[{ ...step, fault: 'toString' }], ': [0].fault: There is no fault "toString".'],
    [[{ ...step, venue: 'mtgox' }], /^plan\.json: \[0\]\.venue: Expected all or one of binance, /],
    [[{ ...step, times: 0 }], ': [0].times: Expected a whole number above 0.'],
    [[{ ...step, times: 1.5 }], ': [0].times: Expected a whole number above 0.'],
    [[{ ...step, seconds: 3 }], ': [0].seconds: lostFrame does not last.'],
    [[{ ...step, fault: 'ban', seconds: -3 }], ': [0].seconds: Expected 0 or more.'],
    [Array(10_001).fill(step), ': A script has at most 10000 faults, not 10001.'],
  ])('like %j is refused with the place', (content, problem) => {
    const text = typeof problem === 'string' ? `plan.json${problem}` : problem;
    const read = script(content);
    expect('problem' in read && read.problem).toEqual(
      typeof text === 'string' ? text : expect.stringMatching(text),
    );
  });

  it('has to be JSON', () => {
    const read = readFaults('plan.json', () => '[{');
    expect(read).toEqual({ problem: 'plan.json: A script of faults is a JSON list.' });
  });
});
