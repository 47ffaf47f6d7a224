import { describe, expect, it } from 'vitest';
import { createSharedAnswers } from './sharedAnswers.ts';

const [one, other] = [{}, {}];

/** Counts what is sent; each answer is different. */
function counting() {
  let count = 0;
  return {
    send: async () => {
      count += 1;
      return { count };
    },
    sent: () => count,
  };
}

describe('answers of one look', () => {
  it('serve the same question of the same client, and no other', async () => {
    const answers = createSharedAnswers();
    const { send, sent } = counting();
    const first = await answers.answer(one, 'orders', send);
    expect(await answers.answer(one, 'orders', send)).toBe(first);
    expect(await answers.answer(one, 'positions', send)).toEqual({ count: 2 });
    expect(await answers.answer(other, 'orders', send)).toEqual({ count: 3 });
    expect(sent()).toBe(3);
  });

  it('serve who asks while the question is under way', async () => {
    const answers = createSharedAnswers();
    const { send, sent } = counting();
    const asked = ['orders', 'orders', 'orders'].map((list) => answers.answer(one, list, send));
    expect(await Promise.all(asked)).toEqual([{ count: 1 }, { count: 1 }, { count: 1 }]);
    expect(sent()).toBe(1);
  });

  it('are never failures: the question is sent again', async () => {
    const answers = createSharedAnswers();
    const failing = () => Promise.reject(new Error('no answer'));
    await expect(answers.answer(one, 'orders', failing)).rejects.toThrow('no answer');
    expect(await answers.answer(one, 'orders', counting().send)).toEqual({ count: 1 });
  });

  it('are gone once forgotten, and a failure of before does no harm to what came since', async () => {
    const answers = createSharedAnswers();
    const { send, sent } = counting();
    await answers.answer(one, 'orders', send);
    const late = Promise.withResolvers<unknown>();
    const failed = answers.answer(one, 'positions', () => late.promise);
    answers.forget();
    await answers.answer(one, 'orders', send);
    await answers.answer(one, 'positions', send);
    late.reject(new Error('too late'));
    await expect(failed).rejects.toThrow('too late');
    await answers.answer(one, 'positions', send);
    expect(sent()).toBe(3);
  });
});
