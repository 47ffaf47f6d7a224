import { describe, expect, it } from 'vitest';
import { plantedSources, portPlants } from './plant.ts';

const file = 'server/src/kit/assert.ts';

describe('a mistake in a text', () => {
  it.each([
    ['no such text', 0],
    ['new Error(', 2],
  ])('is refused unless its right text stands once: %s', (right, count) => {
    const plant = { name: 'lost', changes: [{ file, right, wrong: '' }] };
    expect(() => plantedSources(plant)).toThrow(
      new RegExp(`"lost" needs a text of ${file} that stands there once; .* ${count} times`),
    );
  });

  it('changes several places of one file', () => {
    const changes = [
      { file, right: 'export function assert', wrong: 'export function refuse' },
      { file, right: 'asserts condition', wrong: 'asserts $& condition' },
    ];
    const [text, ...more] = plantedSources({ name: 'two', changes }).values();
    expect(more).toEqual([]);
    expect(text).toContain('export function refuse');
    expect(text).toContain('asserts $& condition');
  });
});

it('names the mistakes at a port, with the verdicts that find them', () => {
  const plants = portPlants({ one: 1, two: 2 }, { two: /second/ });
  expect(plants).toEqual([
    { name: 'one', change: 1, foundBy: undefined },
    { name: 'two', change: 2, foundBy: /second/ },
  ]);
});
