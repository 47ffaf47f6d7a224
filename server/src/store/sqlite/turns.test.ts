import { expect, it } from 'vitest';
import { createSqliteTurns } from './turns.ts';

const [one, two, three] = [{}, {}, {}];

/** Turns of a connection that notes what it was asked for, in order. */
function newTurns() {
  const turns = createSqliteTurns();
  const asked: string[] = [];
  const ask = (asker: object, name: string) =>
    turns.request(asker, async () => {
      asked.push(name);
    });
  const begin = (asker: object, name: string) =>
    turns.begin(asker, async () => {
      asked.push(name);
    });
  return { turns, asked, ask, begin };
}

it('lets requests follow each other without waiting for answers', async () => {
  const { turns, ask, asked } = newTurns();
  const first = Promise.withResolvers<void>();
  const unanswered = turns.request(one, () => first.promise);
  await ask(two, 'two');
  expect(asked).toEqual(['two']);
  first.resolve();
  await unanswered;
});

it('makes others wait while a transaction is open, and its owner not', async () => {
  const { turns, ask, begin, asked } = newTurns();
  await begin(one, 'begin');
  const others = [ask(two, 'two'), begin(three, 'begin three')];
  await ask(one, 'own');
  expect(asked).toEqual(['begin', 'own']);
  turns.end(one);
  await Promise.all(others);
  expect(asked).toEqual(['begin', 'own', 'two', 'begin three']);
  const late = ask(two, 'late');
  turns.end(three);
  await late;
  expect(asked.at(-1)).toBe('late');
});

it('gives the turn back when a transaction cannot begin', async () => {
  const { turns, ask, asked } = newTurns();
  const refused = turns.begin(one, () => Promise.reject(new Error('busy')));
  await expect(refused).rejects.toThrow('busy');
  await ask(two, 'two');
  expect(asked).toEqual(['two']);
});

it('takes no turn away from another', async () => {
  const { turns, ask, begin, asked } = newTurns();
  await begin(one, 'begin');
  turns.end(two);
  const waiting = ask(two, 'two');
  await ask(one, 'own');
  expect(asked).toEqual(['begin', 'own']);
  turns.end(one);
  await waiting;
});
