import { beforeEach, describe, expect, it } from 'vitest';
import { createSimulator } from '../index.ts';
import type { FaultName } from './catalogue.ts';
import { createChooser } from './chooser.ts';
import type { Course } from './course.ts';
import { createGate, type Gate } from './gate.ts';
import type { Planning } from './planning.ts';

const about = { ordersIn: 'BTC/USDT' };

let sent: string[];
let late: (() => void)[];
let struck: (readonly [FaultName, string | undefined])[];
let course: Course | undefined;
let gate: Gate;

beforeEach(() => {
  [sent, late, struck, course] = [[], [], [], undefined];
  gate = createGate({
    course: () => course,
    schedule: (_, work) => late.push(work),
    outlet: {
      send: (text) => sent.push(text),
      silence: () => undefined,
      cut: () => undefined,
    },
  });
});

function misbehave(planning: Partial<Planning>): void {
  course = {
    ...createChooser({
      planning: { chances: {}, script: [], ...planning },
      seed: 1,
      venue: 'any',
      now: () => 0,
    }),
    struck: (fault, { market } = {}) => struck.push([fault, market]),
  };
}

const script = (...faults: readonly FaultName[]) =>
  misbehave({ script: faults.map((fault) => ({ at: 0, fault, venue: 'all' })) });

function tell(...texts: readonly string[]): void {
  for (const text of texts) gate.send(text, about);
}

describe('a frame of a user stream', () => {
  it.each([
    ['lostUserFrame', ['two', 'three']],
    ['duplicatedUserFrame', ['one', 'one', 'two', 'three']],
    ['reorderedUserFrames', ['two', 'one', 'three']],
    ['delayedUserFrames', []],
    ['garbageUserFrame', ['o', 'two', 'three']],
  ] as const)('can suffer %s at once, and it is logged with the market', (fault, texts) => {
    script(fault);
    tell('one', 'two', 'three');
    expect([sent, struck]).toEqual([texts, [[fault, 'BTC/USDT']]]);
  });

  it('suffers nothing that strikes books', () => {
    misbehave({ chances: { lostFrame: 0.5, duplicatedFrame: 0.2, garbageFrame: 0.3 } });
    tell('one', 'two', 'three');
    expect([sent, struck]).toEqual([['one', 'two', 'three'], []]);
  });

  it('that is late is overtaken by all but its like, whose order stays', () => {
    script('delayedUserFrames');
    tell('one', 'two');
    gate.send('an answer');
    tell('three');
    expect(sent).toEqual(['an answer']);
    for (const work of late) work();
    tell('four');
    expect(sent).toEqual(['an answer', 'one', 'two', 'three', 'four']);
  });

  it('is not held back twice: the one before has to go first', () => {
    script('reorderedUserFrames', 'reorderedUserFrames');
    tell('one', 'two', 'three', 'four');
    expect(sent).toEqual(['two', 'one', 'four', 'three']);
  });

  it('that is held back waits behind lost and torn ones for one that is whole', () => {
    script('reorderedUserFrames');
    tell('one');
    script('lostUserFrame', 'garbageUserFrame');
    tell('two', 'three', 'four');
    expect(sent).toEqual(['th', 'four', 'one']);
  });

  it('comes when all is calm, whatever held it back', () => {
    script('reorderedUserFrames');
    tell('one');
    gate.calm();
    script('delayedUserFrames');
    tell('two');
    gate.calm();
    expect(sent).toEqual(['one', 'two']);
  });

  it('is struck as often as chance has it', () => {
    misbehave({ chances: { lostUserFrame: 0.25 } });
    tell(...Array.from({ length: 1_000 }, (_, index) => `${index}`));
    expect(sent.length + struck.length).toBe(1_000);
    expect(struck.length).toBeGreaterThan(200);
    expect(struck.length).toBeLessThan(300);
  });
});

it('cannot be late where nothing is done later', () => {
  const simulator = createSimulator({ now: () => 0 });
  const planning = { chances: { delayedUserFrames: 0.1 }, script: [] };
  expect(() => simulator.misbehave(planning, 1)).toThrow('needs schedule');
});
