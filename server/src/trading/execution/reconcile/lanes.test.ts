import { expect, it } from 'vitest';
import { createManualClock } from '../../../../test/support/manualClock.ts';
import type { AccountId } from '../../model/account.ts';
import type { VenueId } from '../../model/venue.ts';
import { createLanes } from './lanes.ts';

function setUp() {
  const clock = createManualClock();
  const ending = new AbortController();
  const lanes = createLanes(ending.signal);
  const told: string[] = [];
  const run = (name: string, venue: VenueId, ms = 1_000) =>
    lanes.run({ id: name as AccountId, venue }, async () => {
      told.push(`${name} begins`);
      await clock.sleep(ms);
      told.push(`${name} ends`);
    });
  return { clock, ending, lanes, told, run };
}

it('does not let a venue that hangs keep the accounts of another waiting', async () => {
  const { clock, told, run } = setUp();
  for (const name of ['a', 'b', 'c', 'd', 'e']) void run(name, 'kraken', 60_000);
  void run('f', 'okx');
  await clock.advance(1_000);
  expect(told).toEqual(['a begins', 'b begins', 'c begins', 'd begins', 'f begins', 'f ends']);
});

it('never has two of one account at once, and enters one that waits only once', async () => {
  const { clock, lanes, told, run } = setUp();
  void run('a', 'okx');
  await clock.advance(500);
  const again = run('a', 'okx');
  expect(run('a', 'okx')).toBe(again);
  expect(lanes.isBusy('a' as AccountId)).toBe(true);
  await clock.advance(2_000);
  expect(told).toEqual(['a begins', 'a ends', 'a begins', 'a ends']);
  expect(lanes.isBusy('a' as AccountId)).toBe(false);
});

it('begins nothing any more once it is ended, and tells when the last one is over', async () => {
  const { clock, ending, lanes, told, run } = setUp();
  const all = ['a', 'b', 'c', 'd', 'e'].map((name) => run(name, 'okx'));
  const outcomes = Promise.allSettled(all);
  await clock.advance(0);
  ending.abort(new Error('the service stops'));
  const settled = lanes.settled();
  await clock.advance(1_000);
  await settled;
  expect((await outcomes).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
  ]);
  expect(told.filter((each) => each.startsWith('e'))).toEqual([]);
});
