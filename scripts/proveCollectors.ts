/**
 * Runs every collector against simulated exchanges that misbehave, in real time: `npm run
 * prove:collectors -- [--minutes 10] [--seed 1] [--all]`.
 *
 * It compares the faults of each book with what its collector noticed, and each content that was
 * offered as usable with everything the exchange ever showed. With `--all` requests and the
 * exchange itself fail as well (the profile `harsh`): then nothing can be counted, but what is
 * served must be right all the same. Ends with 1 when any fault went unnoticed, was seen where
 * there was none, or a bad book was served. docs/proofs/methods.md says more.
 */
import { parseArgs } from 'node:util';
import { createSystemClock } from '../server/src/kit/clock.ts';
import { simulatedVenues } from '../server/test/support/exchanges/every.ts';
import {
  type FaultyFeed,
  type FaultyOutcome,
  openFaultyFeed,
} from '../server/test/support/wire/feed/faultyFeed.ts';
import { readFaults } from '../simulator/src/readFaults.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    all: { type: 'boolean', default: false },
  },
});

/** Longer than the slowest resubscription, so that each fault is found before the next. */
const stepMs = 400;
/** A stalled stream is noticed within 45 s, and replaced within a minute. */
const settleMsMax = 120_000;
const clock = createSystemClock();

const minutes = Number(values.minutes);
const seed = Number(values.seed);
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  console.error('prove:collectors: --minutes is above 0, --seed a whole number');
  process.exit(2);
}
process.exit((await prove()) ? 0 : 1);

async function prove(): Promise<boolean> {
  const feeds = await Promise.all(
    simulatedVenues.map((own) => openFaultyFeed(own, { clock, seed })),
  );
  const areCurrent = () => feeds.every((feed) => feed.isCurrent());
  await until(areCurrent, settleMsMax);
  const harsh = readFaults('harsh', () => '');
  if ('problem' in harsh) throw new Error(harsh.problem);
  if (values.all) for (const feed of feeds) feed.misbehave(harsh);
  await step(feeds, minutes * 60_000);
  for (const feed of feeds) feed.calm();
  await until(areCurrent, settleMsMax);
  const outcomes = feeds.map((feed) => feed.outcome());
  for (const feed of feeds) await feed.stop();
  return report(outcomes, feeds);
}

async function step(feeds: readonly FaultyFeed[], forMs: number): Promise<void> {
  const untilMs = clock.monotonic() + forMs;
  for (let steps = 1; clock.monotonic() < untilMs; steps += 1) {
    for (const { feed, provoke } of feeds) {
      if (!values.all) provoke();
      feed.step();
    }
    await clock.sleep(stepMs);
    if (steps % 150 === 0)
      console.error(`${Math.round((untilMs - clock.monotonic()) / 1_000)} s left`);
  }
}

async function until(holds: () => boolean, withinMs: number): Promise<void> {
  const untilMs = clock.monotonic() + withinMs;
  while (!holds() && clock.monotonic() < untilMs) await clock.sleep(stepMs);
}

function report(outcomes: readonly FaultyOutcome[], feeds: readonly FaultyFeed[]): boolean {
  let isGood = true;
  for (const { venue, noticed, bad, served, isWell } of outcomes) {
    console.log(`\n${venue}: ${served} contents served, ${bad.length} of them bad`);
    for (const text of bad) console.log(`  BAD ${text}`);
    if (!isWell) console.log('  NOT WELL: a book is not what the exchange shows, after its faults');
    isGood &&= bad.length === 0 && isWell && served > 0;
    for (const { book, notice, injected, caught } of values.all ? [] : noticed) {
      const isEqual = caught === injected;
      isGood &&= isEqual;
      const word = notice === 'nothing' ? 'harmless' : 'noticed';
      const told = `${injected} injected, ${caught} ${word}`;
      console.log(`  ${isEqual ? '' : 'WRONG '}${book}: ${notice}, ${told}`);
    }
  }
  console.log('\nfaults by name');
  const counts = new Map<string, number>();
  for (const { simulator } of feeds) {
    for (const { fault, count } of simulator.injected()) {
      counts.set(fault, (counts.get(fault) ?? 0) + count);
    }
  }
  for (const [fault, count] of counts) console.log(`  ${fault} ${count}`);
  console.log(isGood ? '\nPASS' : '\nFAIL');
  return isGood;
}
