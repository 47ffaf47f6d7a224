import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import { createFakeTransport } from '../../../../../test/support/marketData/fakeTransport.ts';
import { createRecordingBook } from '../../../../../test/support/marketData/recordingBook.ts';
import { createSeededRandom } from '../../../../kit/random.ts';
import { TransportError } from '../../transportPort.ts';
import { createWeightGate } from '../weightGate.ts';
import { openWithContract } from './contractLoader.ts';

function setUp(isRecording = false) {
  const clock = createManualClock();
  const transport = { ...createFakeTransport(), isRecording };
  const book = createRecordingBook();
  const opened: number[] = [];
  let closed = 0;
  const handle = openWithContract<number>({
    transport,
    clock,
    book,
    random: createSeededRandom('contracts'),
    gate: createWeightGate({ clock, capacity: 10, refillPerMinute: 60 }),
    url: 'https://x/contract',
    parse(text) {
      if (text === '[]') return 'unknown';
      return text.startsWith('<') ? 'unreadable' : Number(text);
    },
    unknown: 1,
    open(contract) {
      opened.push(contract);
      return {
        close() {
          closed += 1;
        },
      };
    },
  });
  const answer = async (act: (get: (typeof transport.gets)[number]) => void) => {
    const get = transport.gets.at(-1);
    if (get) act(get);
    await clock.advance(0);
  };
  return { clock, transport, book, opened, handle, answer, closed: () => closed };
}

describe('a book whose contract must be known', () => {
  it('opens with what the venue says, and closes what was opened', async () => {
    const { opened, answer, handle, closed, clock } = setUp();
    await answer((get) => get.resolve('100'));
    expect(opened).toEqual([100]);
    handle.close();
    expect([closed(), clock.pending()]).toEqual([1, 0]);
  });

  it('tries again with growing waits, and in the end counts as not to be had', async () => {
    const { opened, answer, transport, book, clock } = setUp();
    for (let i = 0; i < 7; i += 1) {
      await answer((get) => get.reject(new TransportError('timeout')));
      await clock.advance(60_000);
    }
    expect(transport.gets.length).toBe(8);
    expect([book.states[0], book.states.at(-1)]).toEqual([
      'reconnecting: timeout',
      'failed: timeout',
    ]);
    await answer((get) => get.resolve('7'));
    expect(opened).toEqual([7]);
  });

  it('tries an unreadable document again with growing waits, and opens with the next', async () => {
    const { opened, answer, transport, book, clock } = setUp();
    const gaps: number[] = [];
    for (let i = 1; i < 7; i += 1) {
      const fromMs = clock.monotonic();
      await answer((get) => get.resolve('<html>'));
      while (transport.gets.length === i && gaps.length < 100) await clock.advance(500);
      gaps.push(clock.monotonic() - fromMs);
    }
    const reason = 'the document of the instrument was unreadable';
    expect(gaps[0]).toBeLessThanOrEqual(1_500);
    expect(gaps[5]).toBeGreaterThan(10_000);
    expect([book.states[0], book.states.at(-1)]).toEqual([
      `reconnecting: ${reason}`,
      `failed: ${reason}`,
    ]);
    await answer((get) => get.resolve('7'));
    expect(opened).toEqual([7]);
  });

  it.each([
    [
      'a status',
      (get: { reject(e: Error): void }) => get.reject(new TransportError('404', { status: 404 })),
    ],
    ['an empty list', (get: { resolve(text: string): void }) => get.resolve('[]')],
  ])('an instrument refused by %s fails, and is asked for again much later', async (_, act) => {
    const { answer, transport, book, clock } = setUp();
    await answer((get) => act(get));
    expect(book.states.at(-1)).toMatch(/^failed: /);
    await clock.advance(500_000);
    expect(transport.gets.length).toBe(1);
    await clock.advance(100_000);
    expect(transport.gets.length).toBe(2);
  });

  it('keeps the silence a host asks for', async () => {
    const { answer, transport, clock } = setUp();
    const limited = new TransportError('429', { status: 429, retryAfterMs: 90_000 });
    await answer((get) => get.reject(limited));
    await clock.advance(89_000);
    expect(transport.gets.length).toBe(1);
    await clock.advance(2_000);
    expect(transport.gets.length).toBe(2);
  });

  it('goes without in a recording that does not hold the document', async () => {
    const { answer, opened } = setUp(true);
    await answer((get) => get.reject(new TransportError('the recording holds no answer')));
    expect(opened).toEqual([1]);
  });

  it('closed before the answer opens nothing', async () => {
    const { answer, opened, handle, transport, clock } = setUp();
    handle.close();
    expect(transport.gets[0]?.signal.aborted).toBe(true);
    await answer((get) => get.resolve('100'));
    expect([opened, clock.pending()]).toEqual([[], 0]);
  });
});
