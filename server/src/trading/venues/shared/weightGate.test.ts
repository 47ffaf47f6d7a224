import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../test/support/manualClock.ts';
import { createWeightGate } from './weightGate.ts';

function setUp() {
  const clock = createManualClock();
  const gate = createWeightGate({ clock, capacity: 100, refillPerMinute: 60 });
  const ran: string[] = [];
  const ask = (name: string, weight: number) => gate.request(weight, () => ran.push(name));
  return { clock, gate, ran, ask };
}

describe('a weight gate', () => {
  it('lets a full bucket through at once, then one unit a second, in order', async () => {
    const { clock, ran, ask } = setUp();
    ask('a', 60);
    ask('b', 40);
    ask('c', 10);
    ask('d', 1);
    expect(ran).toEqual(['a', 'b']);
    await clock.advance(9_900);
    expect(ran).toEqual(['a', 'b']);
    await clock.advance(200);
    expect(ran).toEqual(['a', 'b', 'c']);
    await clock.advance(1_000);
    expect(ran).toEqual(['a', 'b', 'c', 'd']);
  });

  it('a call that is given up lets the next one through', async () => {
    const { clock, ran, ask } = setUp();
    ask('a', 100);
    const giveUp = ask('b', 90);
    ask('c', 1);
    giveUp();
    await clock.advance(1_100);
    expect(ran).toEqual(['a', 'c']);
    expect(clock.pending()).toBe(0);
  });

  it('passes nothing during a pause, spare calls neither', async () => {
    const { clock, gate, ran, ask } = setUp();
    gate.pause(5_000);
    ask('a', 1);
    expect(gate.trySpare(1)).toBe(false);
    await clock.advance(4_900);
    expect(ran).toEqual([]);
    await clock.advance(200);
    expect(ran).toEqual(['a']);
  });

  it('gives spare budget only from the upper half', () => {
    const { gate } = setUp();
    expect([gate.trySpare(50), gate.trySpare(1)]).toEqual([true, false]);
  });

  it('gives spare budget in turn to those who gave their name', async () => {
    const { clock, gate } = setUp();
    const [first, second] = [{ name: 'first' }, { name: 'second' }];
    gate.trySpare(50);
    expect([gate.trySpare(2, first), gate.trySpare(1, second)]).toEqual([false, false]);
    await clock.advance(1_000);
    // There is enough for the second only, but it is not its turn.
    expect([gate.trySpare(1, second), gate.trySpare(2, first)]).toEqual([false, false]);
    await clock.advance(2_000);
    expect([gate.trySpare(1, second), gate.trySpare(2, first)]).toEqual([false, true]);
    expect([gate.trySpare(1, first), gate.trySpare(1, second)]).toEqual([false, true]);
  });

  it('passes over who left the line, and lets who gives no name go before it', async () => {
    const { clock, gate } = setUp();
    const [first, second] = [{ name: 'first' }, { name: 'second' }];
    gate.trySpare(50);
    gate.trySpare(1, first);
    gate.trySpare(1, second);
    await clock.advance(2_000);
    expect([gate.trySpare(1), gate.trySpare(1, second)]).toEqual([true, false]);
    gate.leaveLine(first);
    expect(gate.trySpare(1, second)).toBe(true);
  });

  it('a call heavier than the bucket passes when it is full', () => {
    const { ran, ask } = setUp();
    ask('a', 500);
    expect(ran).toEqual(['a']);
  });
});
