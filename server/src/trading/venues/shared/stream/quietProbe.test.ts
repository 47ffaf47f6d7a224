import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import { createFakeTransport } from '../../../../../test/support/marketData/fakeTransport.ts';
import { createRecordingBook } from '../../../../../test/support/marketData/recordingBook.ts';
import { createSeededRandom } from '../../../../kit/random.ts';
import { createWeightGate } from '../weightGate.ts';
import { createQuietProbe, type Judgement } from './quietProbe.ts';

/**
 * Sets up a probe whose next silence is over, on a gate of one unit a second with nothing to spare.
 */
async function setUp() {
  const clock = createManualClock();
  const gate = createWeightGate({ clock, capacity: 60, refillPerMinute: 60 });
  const transport = createFakeTransport();
  const book = createRecordingBook();
  const told: string[] = [];
  const probe = createQuietProbe({
    book,
    transport,
    gate,
    clock,
    random: createSeededRandom('probe'),
    url: 'https://x/proof',
    weight: 1,
    judge: () => ({ kind: 'same' }),
    pauseMs: () => undefined,
    lost: (again) => told.push(again ? 'lost again' : 'lost'),
  });
  probe.start();
  await clock.advance(1_500);
  gate.trySpare(30);
  return { clock, gate, transport, book, told, probe };
}

const other = (isCertain: boolean): Judgement => ({
  kind: 'other',
  isCertain,
  isReached: () => false,
});

describe('the proof of a quiet book', () => {
  it.each<[string, Judgement]>([
    ['the same', { kind: 'same' }],
    ['an older one', { kind: 'older' }],
    ['another', other(true)],
  ])('gives up its turn when somebody else’s document shows %s', async (_, judgement) => {
    const { clock, gate, transport, probe } = await setUp();
    probe.beat();
    probe.shown(judgement);
    await clock.advance(1_000);
    expect([gate.trySpare(1, {}), transport.gets.length]).toEqual([true, 0]);
  });

  it('finds a book that is ahead of three documents in a row, with nothing heard between', async () => {
    const { book, told, probe } = await setUp();
    const older: Judgement = { kind: 'older' };
    for (let i = 0; i < 2; i += 1) probe.shown(older);
    probe.heard();
    for (let i = 0; i < 2; i += 1) probe.shown(older);
    expect(told).toEqual([]);
    probe.shown(older);
    expect([told, book.counts.alive]).toEqual([['lost'], 0]);
  });

  it('is neither given nor taken by an older document', async () => {
    const { clock, book, told, probe } = await setUp();
    // Another uncertain difference, and nothing follows: the next document decides.
    probe.shown(other(false));
    await clock.advance(2_000);
    probe.beat();
    probe.shown({ kind: 'older' });
    expect([book.counts.alive, probe.isBusy(), told]).toEqual([0, false, []]);
    probe.shown(other(false));
    expect(told).toEqual(['lost']);
  });
});
