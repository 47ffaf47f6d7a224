import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import { createTurns } from './turns.ts';

function start() {
  const clock = createManualClock();
  const takeTurn = createTurns(clock);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, signal = new AbortController().signal) =>
    takeTurn(signal, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  const settle = () => clock.advance(0);
  return { clock, begun, ends, ask, settle };
}

describe('calls of one account', () => {
  it('are begun one after the other, in the order they came', async () => {
    const { begun, ends, ask, settle } = start();
    const answers = [ask('a'), ask('b'), ask('c')];
    await settle();
    expect(begun).toEqual(['a']);
    ends.get('a')?.();
    await settle();
    expect(begun).toEqual(['a', 'b']);
    ends.get('b')?.();
    await settle();
    ends.get('c')?.();
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c']);
  });

  it('do not wait for an answer that is late', async () => {
    const { clock, begun, ask } = start();
    const answers = [ask('silent'), ask('next')];
    await clock.advance(999);
    expect(begun).toEqual(['silent']);
    await clock.advance(1);
    expect(begun).toEqual(['silent', 'next']);
    expect(answers).toHaveLength(2);
  });

  it('are not begun once they were given up, and hold up nobody', async () => {
    const { begun, ends, ask, settle } = start();
    const given = new AbortController();
    const first = ask('a');
    const second = ask('b', given.signal);
    second.catch(() => undefined);
    const third = ask('c');
    await settle();
    given.abort();
    ends.get('a')?.();
    await settle();
    ends.get('c')?.();
    await expect(second).rejects.toMatchObject({ name: 'NotSentError' });
    expect([await first, await third, begun]).toEqual(['a', 'c', ['a', 'c']]);
  });

  it('are refused where a hundred wait already', async () => {
    const { begun, ask, settle } = start();
    const all = [ask('first')];
    await settle();
    for (let count = 0; count < 100; count += 1) all.push(ask(`${count}`));
    await expect(ask('late')).rejects.toMatchObject({ name: 'NotSentError' });
    expect([begun, all.length]).toEqual([['first'], 101]);
  });
});
