import { expect, it } from 'vitest';
import { simulatedVenues } from '../exchanges/every.ts';
import { drawRun } from './draw.ts';

const runs = Array.from({ length: 500 }, (_, index) => drawRun(`draw ${index}`));
const ordersOf = ({ acts }: (typeof runs)[number]) =>
  acts.flatMap((act) => (act.kind === 'send' ? [act.order] : []));

it('draws the same run from the same seed', () => {
  expect(drawRun('draw 7')).toEqual(runs[7]);
});

it('gives no two orders of a run one quantity, by which they are recognised', () => {
  for (const run of runs) {
    const quantities = ordersOf(run).map(({ quantity }) => quantity);
    expect(new Set(quantities).size).toBe(quantities.length);
    expect(quantities.length).toBeGreaterThanOrEqual(2);
  }
});

it('cancels nothing that was not sent before', () => {
  for (const { acts } of runs) {
    const sent = new Set<string>();
    for (const act of acts) {
      if (act.kind === 'send') sent.add(act.order.name);
      if (act.kind === 'cancel') expect(sent).toContain(act.name);
    }
  }
});

it('has each fault of single frames in some runs, and none of it in others', () => {
  const names = [
    'lostUserFrame',
    'duplicatedUserFrame',
    'reorderedUserFrames',
    'delayedUserFrames',
    'garbageUserFrame',
  ];
  const chancesOf = (name: string) =>
    runs.map(({ frames }) => new Map(Object.entries(frames.chances)).get(name));
  for (const name of names) expect(new Set(chancesOf(name))).toEqual(new Set([0, 0.1, 0.3]));
});

it('reaches every market of every exchange, and every kind of act', () => {
  const markets = new Set(runs.map(({ market }) => market));
  expect(markets.size).toBe(simulatedVenues.flatMap((venue) => venue.markets).length);
  const kinds = new Set(runs.flatMap(({ acts }) => acts.map(({ kind }) => kind)));
  expect([...kinds].sort()).toEqual(['cancel', 'market', 'reads', 'send', 'streams', 'time']);
});
