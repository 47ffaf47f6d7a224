import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import { createFakeTransport } from '../../../../../test/support/marketData/fakeTransport.ts';
import { createRecordingBook } from '../../../../../test/support/marketData/recordingBook.ts';
import { silentLogger } from '../../../../../test/support/silentLogger.ts';
import { createSeededRandom } from '../../../../kit/random.ts';
import type { FlagReason } from '../../bookPort.ts';
import { TransportError } from '../../transportPort.ts';
import { createWeightGate } from '../weightGate.ts';
import { createPushedBook, type PushedBookDeps } from './pushedBook.ts';

interface Message {
  readonly kind: 'full' | 'change' | 'bare' | 'nothing';
  readonly number: number;
  readonly price?: number;
  readonly broken?: FlagReason;
}

const full = (number: number, price = 90): Message => ({ kind: 'full', number, price });
const change = (number: number, price = 91): Message => ({ kind: 'change', number, price });
const refusedLevels = 'the book refused its levels';

function setUp(extra: Partial<PushedBookDeps<Message>> = {}) {
  const clock = createManualClock();
  const transport = createFakeTransport();
  const gate = createWeightGate({ clock, capacity: 60, refillPerMinute: 60 });
  const book = createRecordingBook();
  const renewals: boolean[] = [];
  const levels = ({ price, broken }: Message) =>
    broken ?? { bids: [[price ?? 1, 1] as const], asks: [[200, 1] as const] };
  const stream = createPushedBook<Message>({
    key: 'x',
    book,
    clock,
    transport,
    random: createSeededRandom('pushed'),
    logger: silentLogger,
    gate,
    dialect: {
      last: ({ number }) => number,
      joins: ({ number }, local) => number <= local + 1,
      follows: ({ number }, local) => number === local + 1,
      isSnapshot: ({ kind }) => kind === 'full',
      venueTimeMs: ({ number }) => 1_000 + number,
      unasked: ({ number }) => (number === 1 ? 'restart' : 'gap'),
      isKeepAlive: ({ kind }) => kind === 'nothing',
    },
    decoder: { snapshot: levels, changes: levels },
    renew: (again) => renewals.push(again),
    ...extra,
  });
  /** Lets the book look at the clock, as the feed does. */
  const idle = async (ms: number) => {
    for (let i = 0; i < ms; i += 500) {
      await clock.advance(500);
      stream.beat();
    }
  };
  /** Lets time pass until the book asks for its stream again. */
  const renewed = async () => {
    const before = renewals.length;
    const fromMs = clock.monotonic();
    for (let i = 0; i < 200 && renewals.length === before; i += 1) await idle(500);
    return clock.monotonic() - fromMs;
  };
  return { clock, gate, transport, book, renewals, stream, idle, renewed };
}

describe('a book that comes with its own snapshot', () => {
  it('follows its stream, from whatever comes first', () => {
    const { stream, book } = setUp();
    stream.message(full(5));
    stream.message(change(6));
    stream.message(change(6));
    expect([book.sequence, book.counts.updates, book.flags]).toEqual([6, 1, []]);
    expect(book.states).toEqual(['live']);
  });

  it('keeps what comes before its snapshot, and applies what is newer (F11)', () => {
    const { stream, book } = setUp();
    stream.subscribed();
    for (const number of [4, 5, 6]) stream.message(change(number, 80 + number));
    stream.message(full(5));
    expect([book.sequence, [...book.bids.keys()], book.flags]).toEqual([6, [90, 86], []]);
  });

  it('whose snapshot is older than the stream asks again instead of showing it', async () => {
    const { stream, book, renewals, idle } = setUp();
    stream.subscribed();
    stream.message(change(9));
    stream.message(full(5));
    expect([book.hasData, book.states.length]).toEqual([false, 1]);
    await idle(500);
    expect(renewals).toEqual([false]);
    stream.message(full(12));
    expect([book.hasData, book.sequence]).toEqual([true, 12]);
  });

  it.each([
    ['a gap', change(9), 'gap'],
    ['a checksum', { ...change(6), broken: 'checksum' as const }, 'checksum'],
    ['an old snapshot nobody asked for', full(3), 'gap'],
  ])('%s flags it once, and it renews after a wait', async (_, message, reason) => {
    const { stream, book, renewals, idle } = setUp();
    stream.message(full(5));
    stream.message(message);
    stream.message(change(10));
    expect([book.flags, book.flagged, renewals]).toEqual([[reason], reason, []]);
    await idle(500);
    expect(renewals).toEqual([false]);
    stream.message(full(20));
    expect([book.flagged, book.sequence]).toEqual([undefined, 20]);
  });

  it('takes a newer snapshot in mid-stream, and one that starts the numbers anew', () => {
    const { stream, book, renewals } = setUp();
    stream.message(full(5));
    stream.message(full(50));
    stream.message(change(51));
    stream.message(full(1, 70));
    stream.message(change(2, 71));
    expect([book.sequence, [...book.bids.keys()], book.flags]).toEqual([2, [70, 71], []]);
    expect(renewals).toEqual([]);
  });

  it('takes the snapshot that follows a confirmed subscription, whatever its number', () => {
    const { stream, book, renewals } = setUp();
    stream.message(full(5));
    stream.confirmed?.();
    stream.message(full(3, 80));
    stream.message(change(4, 81));
    expect([book.sequence, [...book.bids.keys()], book.flags]).toEqual([4, [80, 81], []]);
    stream.message(full(2));
    expect([book.flags, renewals]).toEqual([['gap'], []]);
  });

  it('sees a sign of life in the same snapshot, and in a message without change', () => {
    const { stream, book } = setUp();
    stream.message(full(5));
    stream.message(full(5));
    stream.message({ kind: 'nothing', number: 5 });
    expect([book.counts, book.flags]).toEqual([{ snapshots: 1, updates: 0, alive: 2 }, []]);
  });

  it('waits longer after every failure in a row, and in the end counts as not to be had', async () => {
    const { stream, book, renewals, idle } = setUp();
    stream.subscribed();
    await idle(9_500);
    expect(renewals).toEqual([]);
    await idle(200_000);
    expect(book.states[0]).toBe('reconnecting: no snapshot within 10000 ms');
    expect(book.states.at(-1)).toBe('failed: no snapshot within 10000 ms');
    expect(renewals.length).toBeGreaterThan(5);
    expect(renewals.length).toBeLessThan(14);
    expect([renewals[0], renewals.at(-1)]).toEqual([false, true]);
  });

  it('rests while disconnected or refused', async () => {
    const { stream, book, renewals, idle, clock } = setUp();
    stream.message(full(5));
    stream.message(change(9));
    stream.disconnected('reset', false);
    await idle(60_000);
    stream.disconnected('no route', true);
    stream.refused('no such symbol');
    expect(book.states.slice(1)).toEqual([
      'reconnecting: reset',
      'failed: no route',
      'failed: no such symbol',
    ]);
    expect([renewals, clock.pending()]).toEqual([[], 0]);
  });

  it('that must never be silent is lost when it is, and asks for more the second time', async () => {
    const { stream, book, renewals, idle, renewed } = setUp({ silentMsMax: 5_000 });
    stream.message(full(5));
    await idle(4_500);
    stream.message(change(6));
    await idle(4_500);
    expect(book.flags).toEqual([]);
    await idle(500);
    expect([book.flags, renewals]).toEqual([['gap'], []]);
    await idle(500);
    expect(renewals).toEqual([false]);
    stream.message(full(9));
    await renewed();
    expect(renewals).toEqual([false, true]);
    stream.message(full(12));
    stream.message(change(13));
    await renewed();
    expect(renewals).toEqual([false, true, false]);
  });

  it('lost to silence again and again is asked for ever more slowly', async () => {
    const { stream, book, idle, renewed } = setUp({ silentMsMax: 5_000 });
    const waits: number[] = [];
    for (let i = 1; i <= 8; i += 1) {
      stream.message(full(i));
      await idle(5_000);
      expect(book.flags.length).toBe(i);
      waits.push(await renewed());
    }
    expect(waits[0]).toBeLessThanOrEqual(500);
    expect(waits[7]).toBeGreaterThan(5_000);
  });

  it.each<[string, string, (stream: ReturnType<typeof setUp>['stream']) => void]>([
    ['a gap', 'gap', (it) => it.message(change(90))],
    ['a wrong checksum', 'checksum', (it) => it.message({ ...change(12), broken: 'checksum' })],
    ['an update that crosses it', refusedLevels, (it) => it.message(change(12, 300))],
    ['a snapshot that crosses it', refusedLevels, (it) => it.message(full(20, 300))],
    ['a torn frame', 'malformed', (it) => it.malformed()],
    ['its silence', 'its stream fell silent', () => undefined],
  ])('spoilt by %s after every snapshot counts as not to be had', async (_, reason, act) => {
    const { stream, book, renewals, renewed } = setUp({ silentMsMax: 5_000 });
    const spoil = async () => {
      stream.message(full(11));
      act(stream);
      await renewed();
    };
    for (let i = 0; i < 5; i += 1) await spoil();
    expect(book.states.filter((state) => state !== 'live')).toEqual([]);
    await spoil();
    expect(book.states.at(-1)).toBe(`failed: the book fails again and again: ${reason}`);
    expect(renewals.at(-1)).toBe(true);
    stream.message(full(11));
    expect([book.states.at(-1), book.flagged]).toEqual(['live', undefined]);
    // While it rests, reports about the connection come first.
    stream.disconnected('reset', false);
    stream.malformed();
    expect(book.states.at(-1)).toBe('reconnecting: reset');
  });

  it('in a recording trusts the recording’s own pace', async () => {
    const transport = { ...createFakeTransport(), isRecording: true };
    const { stream, book, renewals, idle } = setUp({ silentMsMax: 5_000, transport });
    stream.subscribed();
    await idle(60_000);
    stream.message(full(5));
    await idle(60_000);
    expect([book.states, book.flags, renewals]).toEqual([['live'], [], []]);
  });

  it('closed in the middle of anything leaves nothing behind', async () => {
    const { stream, clock } = setUp();
    stream.message(full(5));
    stream.message(change(9));
    stream.close();
    expect(clock.pending()).toBe(0);
  });
});

describe('a book of changes alone', () => {
  const bare = (number: number): Message => ({ kind: 'bare', number, price: 91 });
  const withDocument = () =>
    setUp({
      snapshotOf: ({ kind }) =>
        kind === 'bare'
          ? {
              url: 'https://x/book',
              parse: (text) => (text === '' ? undefined : full(Number(text))),
            }
          : undefined,
    });

  it('is joined to a document that it asks for once', async () => {
    const { stream, book, transport, clock } = withDocument();
    for (const number of [4, 5, 6]) stream.message(bare(number));
    await clock.advance(0);
    expect(transport.gets.map(({ url }) => url)).toEqual(['https://x/book']);
    transport.gets[0]?.resolve('5');
    await clock.advance(0);
    stream.message(bare(7));
    expect([book.sequence, book.counts.updates, book.flags]).toEqual([7, 2, []]);
  });

  it.each([
    ['unreadable', (get: { resolve(text: string): void }) => get.resolve('')],
    ['refused', (get: { reject(error: Error): void }) => get.reject(new TransportError('500'))],
    ['older than the stream', (get: { resolve(text: string): void }) => get.resolve('1')],
  ])('asks again when the document is %s', async (_, answer) => {
    const { stream, book, transport, clock, idle } = withDocument();
    stream.message(bare(4));
    await clock.advance(0);
    const [get] = transport.gets;
    if (get) answer(get);
    await idle(1_000);
    expect([book.hasData, book.states.length]).toEqual([false, 1]);
    stream.message(bare(5));
    await clock.advance(0);
    transport.gets[1]?.resolve('4');
    await clock.advance(0);
    expect([book.sequence, book.flags]).toEqual([5, []]);
  });

  it('drops the answer of a request that was given up', async () => {
    const { stream, book, transport, clock } = withDocument();
    stream.message(bare(4));
    await clock.advance(0);
    stream.disconnected('reset', false);
    expect(transport.gets[0]?.signal.aborted).toBe(true);
    transport.gets[0]?.resolve('5');
    await clock.advance(0);
    expect(book.hasData).toBe(false);
  });
});

describe('a book that documents prove current', () => {
  const documents = { bids: [['90', '1']], asks: [['200', '1']] } as const;
  const proof = {
    url: 'https://x/proof',
    weight: 1,
    parse: (text: string) => {
      if (text === 'too much') return 'limited' as const;
      return text === '' ? undefined : documents;
    },
  };

  it('asks nothing for a minute of a host that says in one that it asks too much', async () => {
    const { stream, book, transport, gate, idle } = setUp({ proof });
    transport.answer = () => 'too much';
    stream.message(full(5));
    await idle(2_000);
    expect(transport.gets.length).toBe(1);
    await idle(58_000);
    expect([transport.gets.length, gate.trySpare(1)]).toEqual([1, false]);
    transport.answer = () => 'good';
    await idle(3_000);
    expect([transport.gets.length > 1, book.counts.alive > 0, book.flags]).toEqual([
      true,
      true,
      [],
    ]);
  });

  it('asks soon again when one cannot be read', async () => {
    const { stream, transport, idle } = setUp({ proof });
    transport.answer = () => '';
    stream.message(full(5));
    await idle(10_000);
    expect(transport.gets.length).toBeGreaterThan(2);
  });

  it('asks in its turn, though another looks at the time before it', async () => {
    const first = setUp({ proof });
    const { gate, clock } = first;
    const second = setUp({ proof, gate, clock });
    const asked = () => [first.transport.gets.length, second.transport.gets.length];
    gate.trySpare(30);
    first.stream.message(full(5));
    second.stream.message(full(5));
    await clock.advance(1_500);
    gate.trySpare(1);
    first.stream.beat();
    second.stream.beat();
    await clock.advance(1_000);
    second.stream.beat();
    expect(asked()).toEqual([0, 0]);
    first.stream.beat();
    expect(asked()).toEqual([1, 0]);
    await clock.advance(1_000);
    second.stream.beat();
    expect(asked()).toEqual([1, 1]);
  });

  it.each<[string, (stream: ReturnType<typeof setUp>['stream']) => void]>([
    ['is closed', (stream) => stream.close()],
    ['hears its stream', (stream) => stream.message(change(6))],
    ['loses its connection', (stream) => stream.disconnected('reset', false)],
  ])('gives up its turn to ask when it %s', async (_, leave) => {
    const first = setUp({ proof });
    const { gate, clock } = first;
    const second = setUp({ proof, gate, clock });
    gate.trySpare(30);
    first.stream.message(full(5));
    second.stream.message(full(5));
    await clock.advance(1_500);
    gate.trySpare(1);
    const beat = () => [first, second].map(({ stream }) => stream.beat());
    beat();
    expect([first.transport.gets.length, second.transport.gets.length]).toEqual([0, 0]);
    leave(first.stream);
    await clock.advance(1_000);
    beat();
    expect([first.transport.gets.length, second.transport.gets.length]).toEqual([0, 1]);
  });
});
