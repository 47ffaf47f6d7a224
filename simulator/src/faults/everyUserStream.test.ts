import { afterEach, describe, expect, it } from 'vitest';
import { clients, venues } from '../../test/support/faults.ts';
import type { Stream } from '../../test/support/fixtures.ts';
import type { Simulator } from '../index.ts';
import { type UserFrameFaultName, userFrameFaults } from './frames.ts';

const simulators: Simulator[] = [];
afterEach(async () => {
  for (const simulator of simulators.splice(0)) await simulator.close();
});

/** Opens two resting orders and two connections that get their events; the first one is struck. */
async function openTwice(venue: (typeof venues)[number]) {
  const late: (() => void)[] = [];
  const client = await clients[venue]((_, work) => late.push(work));
  simulators.push(client.simulator);
  const struck = await client.listen();
  const whole = await client.listen();
  await client.place('99');
  await client.place('98');
  await settled(struck, whole);
  for (const { texts } of [struck, whole]) texts.splice(0);
  return {
    ...client,
    late,
    struck,
    whole,
    misbehave: (fault: UserFrameFaultName) =>
      client.simulator.misbehave({ chances: {}, script: [{ at: 0, fault, venue }] }, 1),
    fill: () => client.show(90, 91),
  };
}

/** Waits until all frames have arrived: the answer to a ping comes behind them. */
async function settled(...streams: readonly Stream[]): Promise<void> {
  for (const stream of streams) {
    const answers = stream.others.length;
    stream.ping();
    while (stream.others.length === answers) await new Promise((done) => setImmediate(done));
  }
}

/** Frames that arrive when the first one is struck. */
const outcomes: Readonly<Record<UserFrameFaultName, (frames: readonly string[]) => string[]>> = {
  lostUserFrame: ([, ...rest]) => rest,
  duplicatedUserFrame: ([first = '', ...rest]) => [first, first, ...rest],
  reorderedUserFrames: ([first = '', second = '', ...rest]) => [second, first, ...rest],
  delayedUserFrames: () => [],
  garbageUserFrame: ([first = '', ...rest]) => [first.slice(0, first.length >> 1), ...rest],
};
const faults = Object.keys(userFrameFaults) as UserFrameFaultName[];

describe.each(venues)('a frame of %s that tells of a fill', (venue) => {
  it.each(faults)('can suffer %s', async (fault) => {
    const { simulator, market, struck, whole, misbehave, fill } = await openTwice(venue);
    misbehave(fault);
    fill();
    await settled(struck, whole);
    expect(whole.texts.length).toBeGreaterThan(1);
    expect(struck.texts).toEqual(outcomes[fault](whole.texts));
    expect(simulator.injected()).toEqual([{ venue, fault, market, count: 1 }]);
  });

  it('comes in the end with all behind it where it was late', async () => {
    const { struck, whole, late, misbehave, fill } = await openTwice(venue);
    misbehave('delayedUserFrames');
    fill();
    for (const work of late) work();
    await settled(struck, whole);
    expect(whole.texts.length).toBeGreaterThan(1);
    expect(struck.texts).toEqual(whole.texts);
  });
});
