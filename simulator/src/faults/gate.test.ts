import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStream, type Stream } from '../../test/support/fixtures.ts';
import { binance } from '../binance/index.ts';
import { createHttpServer } from '../http/server.ts';
import { openVenue } from '../openVenue.ts';
import type { Venue } from '../venue.ts';
import type { Line, Listener } from '../ws/sockets.ts';
import type { FaultName } from './catalogue.ts';
import type { FrameInfo } from './frameInfo.ts';
import { streamFaults } from './frames.ts';
import { createStrikeLog, type StrikeLog } from './strikes.ts';

const host = 'book.example';

interface Fed {
  readonly venue: Venue;
  readonly strikes: StrikeLog;
  readonly late: (() => void)[];
  /** Connections as their protocol has them, oldest first. */
  readonly lines: Line[];
  open(): Promise<Stream>;
  close(): Promise<void>;
}

let fed: Fed;
beforeEach(async () => {
  fed = await feed();
});
afterEach(() => fed.close());

/** Opens a server whose streams send what a test wants. */
async function feed(): Promise<Fed> {
  const [lines, late]: [Line[], (() => void)[]] = [[], []];
  const strikes = createStrikeLog();
  const connect = (_: unknown, line: Line): Listener => {
    lines.push(line);
    return { message: (text) => line.send(`answer ${text}`), closed: () => undefined };
  };
  const venue = openVenue({
    name: 'book',
    strikes,
    now: () => 0,
    protocol: { ...binance, open: (...all) => ({ ...binance.open(...all), connect }) },
    schedule: (_, work) => late.push(work),
    others: () => venue.exchange,
    siblings: () => [],
  });
  const server = createHttpServer({
    isKnown: (name) => name === host,
    meant: (request) => (request.host === host ? { venue, request } : undefined),
  });
  const { url } = await server.listen(0);
  return {
    venue,
    strikes,
    late,
    lines,
    open: () => openStream(url, host, '/'),
    close() {
      venue.streams.close();
      return server.close();
    },
  };
}

const script = (fault: FaultName, times = 1) =>
  fed.venue.injector.misbehave({ chances: {}, script: [{ at: 0, fault, venue: 'all', times }] }, 1);
const struck = () => fed.strikes.all().map(({ fault, market }) => [fault, market]);

/** Sends frames of a book: a snapshot, then changes that follow it. */
function book(line: Line | undefined, name = 'BTC/USD') {
  let count = 0;
  const note = (isSnapshot: boolean): FrameInfo => ({
    book: name,
    isSnapshot,
    withWrongChecksum: () => `${name} with a wrong checksum`,
  });
  return {
    snapshot: () => line?.send(`${name} whole`, note(true)),
    changes(changes: number) {
      for (const end = count + changes; count < end; count += 1) {
        line?.send(`${name} ${count + 1}`, note(false));
      }
    },
  };
}

/** Brings a book so far that its next frame may be struck. */
async function inStep(frames = 5) {
  const stream = await fed.open();
  const line = fed.lines.at(-1);
  const feeding = book(line);
  feeding.snapshot();
  feeding.changes(frames);
  await stream.until(frames + 1);
  stream.texts.splice(0);
  return { stream, line, ...feeding };
}

const named = (...texts: (number | string)[]) => texts.map((text) => `BTC/USD ${text}`);

describe('a frame of a book', () => {
  it.each([
    ['lostFrame', named(7)],
    ['duplicatedFrame', named(6, 6, 7)],
    ['reorderedFrames', named(7, 6)],
    ['garbageFrame', ['BTC/', ...named(7)]],
    ['badChecksum', named('with a wrong checksum', 7)],
  ] as const)('can suffer %s', async (fault, texts) => {
    const { stream, changes } = await inStep();
    script(fault);
    changes(2);
    await stream.until(texts.length);
    expect(stream.texts).toEqual(texts);
    expect(struck()).toEqual([[fault, 'BTC/USD']]);
  });

  it('can be delayed, and all behind it keeps its order', async () => {
    const { stream, line, changes } = await inStep();
    script('delayedFrames');
    changes(2);
    line?.send('other');
    stream.send('question');
    stream.ping();
    await expect.poll(() => fed.late.length).toBe(1);
    expect([stream.texts, stream.others]).toEqual([[], []]);
    fed.late[0]?.();
    await stream.until(3);
    line?.send('next');
    await stream.until(4);
    expect(stream.texts.filter((text) => !text.startsWith('answer'))).toEqual([
      ...named(6, 7),
      'other',
      'next',
    ]);
    expect(struck()).toEqual([['delayedFrames', 'BTC/USD']]);
  });

  it('is struck only after five that a client could follow', async () => {
    const { stream, changes, snapshot } = await inStep(4);
    script('lostFrame', 3);
    changes(3);
    expect(fed.strikes.all()).toHaveLength(1);
    changes(5);
    expect(fed.strikes.all()).toHaveLength(2);
    snapshot();
    changes(5);
    expect(fed.strikes.all()).toHaveLength(2);
    changes(1);
    expect(fed.strikes.all()).toHaveLength(3);
    await stream.until(12);
    const through = named(5, 7, 8, 9, 10, 11, 'whole', 13, 14, 15, 16, 17);
    expect(stream.texts).toEqual(through);
  });

  it('is counted apart from the frames of other books and connections', async () => {
    const { changes } = await inStep();
    const other = await inStep(0);
    script('lostFrame', 9);
    book(fed.lines[0], 'ETH/USD').changes(5);
    other.changes(5);
    expect(struck()).toEqual([]);
    changes(1);
    expect(struck()).toEqual([['lostFrame', 'BTC/USD']]);
  });

  it('that has no checksum suffers no wrong one', async () => {
    const { stream, line } = await inStep();
    script('badChecksum');
    line?.send('plain', { book: 'BTC/USD', isSnapshot: false });
    await stream.until(1);
    expect([stream.texts, struck()]).toEqual([['plain'], []]);
  });

  it('that was held back goes before a snapshot, which is no fault', async () => {
    const { stream, changes, snapshot } = await inStep();
    script('reorderedFrames');
    changes(1);
    snapshot();
    await stream.until(2);
    expect([stream.texts, struck()]).toEqual([named(6, 'whole'), []]);
  });
});

describe('a frame of anything else', () => {
  it('is never lost, doubled, reordered or garbled', async () => {
    const stream = await fed.open();
    const chances = {
      lostFrame: 0.2,
      duplicatedFrame: 0.2,
      reorderedFrames: 0.2,
      garbageFrame: 0.4,
      lostUserFrame: 0.2,
      duplicatedUserFrame: 0.2,
      garbageUserFrame: 0.6,
    };
    fed.venue.injector.misbehave({ chances, script: [] }, 1);
    const texts = Array.from({ length: 50 }, (_, index) => `order ${index}`);
    for (const text of texts) fed.lines[0]?.send(text);
    await stream.until(texts.length);
    expect([stream.texts, struck()]).toEqual([texts, []]);
  });
});

describe('a connection', () => {
  it('can stall: not even a ping is answered', async () => {
    const { stream, changes } = await inStep();
    script('stall');
    changes(2);
    stream.ping();
    stream.send('question');
    const next = await fed.open();
    next.send('question');
    await next.until(1);
    expect([stream.texts, stream.others, stream.isClosed()]).toEqual([[], [], false]);
    expect(struck()).toEqual([['stall', 'BTC/USD']]);
  });

  it('can be cut instead of a frame of any kind, which meets its books', async () => {
    const { stream, line } = await inStep();
    script('cut');
    line?.send('order');
    await stream.closed;
    expect([stream.texts, struck()]).toEqual([[], [['cut', 'BTC/USD']]]);
  });

  it('is not cut before a client can have noticed what else struck it', async () => {
    const { stream, changes } = await inStep();
    script('lostFrame');
    changes(1);
    script('cut');
    changes(5);
    expect(struck()).toEqual([['lostFrame', 'BTC/USD']]);
    changes(1);
    await stream.closed;
    expect(struck()).toContainEqual(['cut', 'BTC/USD']);
  });

  it('can be refused', async () => {
    script('refusedStream', 2);
    await expect(fed.open()).rejects.toThrow('503');
    await expect(fed.open()).rejects.toThrow('503');
    await fed.open();
    expect(struck()).toEqual([
      ['refusedStream', undefined],
      ['refusedStream', undefined],
    ]);
  });

  it('lets go of what is held back when all is calm', async () => {
    const { stream, changes } = await inStep();
    script('reorderedFrames');
    changes(1);
    fed.venue.injector.calm();
    changes(6);
    script('delayedFrames');
    changes(1);
    fed.venue.injector.calm();
    await stream.until(8);
    expect(stream.texts).toEqual(named(6, 7, 8, 9, 10, 11, 12, 13));
  });

  it('that stalled ends when all is calm: what it missed does not come', async () => {
    const { stream, changes } = await inStep();
    script('stall');
    changes(1);
    fed.venue.injector.calm();
    await stream.closed;
    expect(stream.texts).toEqual([]);
  });
});

it('every fault of streams has its test here', () => {
  const tested = [
    'lostFrame',
    'duplicatedFrame',
    'reorderedFrames',
    'delayedFrames',
    'garbageFrame',
    'badChecksum',
    'stall',
    'cut',
    'refusedStream',
  ];
  expect(Object.keys(streamFaults)).toEqual(tested);
});
