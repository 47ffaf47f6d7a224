import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../test/support/manualClock.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { ConnectionEvents, FeedTransport } from '../transportPort.ts';
import { createReplayTransport, type ReplaySpeed } from './replayTransport.ts';

const url = 'wss://venue/stream';
const header = { t: 'header', venue: 'v', market: 'm' };
const connect = (ts: number, conn = 'a') => ({ t: 'connect', ts, conn, url });
const close = (ts: number, conn = 'a') => ({ t: 'close', ts, conn });
const recv = (ts: number | null, data: string, conn = 'a') => ({ t: 'recv', ts, conn, data });

interface Line {
  readonly t: string;
  readonly conn?: string;
  readonly url?: string;
}

/** The venue's stream hosts in these tests. */
const streamHosts = [[new URL(url).hostname, 'mirror.example']];

function setUp(lines: readonly Line[], speed: ReplaySpeed = 1, venue = 'v') {
  const path = join(mkdtempSync(join(tmpdir(), 'replay-')), 'a.jsonl');
  writeFileSync(path, [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''));
  const manual = createManualClock();
  // The file is read in real time: the clock may move only while the replay waits for it.
  let waiting = 0;
  const clock: Clock = {
    ...manual,
    sleep(delayMs, signal) {
      waiting += 1;
      return manual.sleep(delayMs, signal).finally(() => {
        waiting -= 1;
      });
    },
  };
  const connections = new Map(
    lines.flatMap(({ t, conn = '', url = '' }) => (t === 'connect' ? [[conn, url] as const] : [])),
  );
  const options = { path, venues: new Set([venue]), connections, documents: new Set<string>() };
  const replay = createReplayTransport({ ...options, streamHosts, speed, clock });
  const atS = () => Math.round(clock.monotonic() / 100) / 10;
  const play = async () => {
    const end = replay.play().then(() => true);
    const turn = () => new Promise<false>((resolve) => setImmediate(() => resolve(false)));
    while (!(await Promise.race([end, turn()]))) if (waiting > 0) await manual.advance(50);
  };
  return { clock, replay, atS, play };
}

/**
 * A minimal collector: it connects, and when it loses the connection, connects again after a while.
 */
function collect(transport: FeedTransport, { clock, atS }: ReturnType<typeof setUp>, afterMs = 0) {
  const heard: string[] = [];
  const connectNow = (): void => {
    const events: ConnectionEvents = {
      opened: () => void heard.push(`${atS()} opened`),
      frame: (text) => void heard.push(`${atS()} ${text}`),
      alive: () => undefined,
      closed(reason) {
        heard.push(`${atS()} closed: ${reason}`);
        clock.schedule(afterMs, connectNow);
      },
    };
    transport.connect(url, events);
  };
  connectNow();
  return heard;
}

const lost = 'closed: the recorder lost the connection here';

describe('a lost connection of a recording', () => {
  const lines = [
    connect(100),
    recv(101, 'one'),
    close(102),
    connect(110),
    recv(110, 'two'),
    recv(111, 'three'),
  ];

  it('is lost in the replay too, and comes back when it did', async () => {
    const parts = setUp(lines);
    const heard = collect(parts.replay.transport, parts, 1_000);
    await parts.play();
    const after = ['10 opened', '10 two', '11 three'];
    expect(heard).toEqual(['0 opened', '1 one', `2 ${lost}`, ...after]);
  });

  it('waits for a collector that comes back later than the recorder did', async () => {
    const parts = setUp(lines);
    const heard = collect(parts.replay.transport, parts, 20_000);
    await parts.play();
    const times = heard.map((each) => Number.parseFloat(each));
    expect(heard.map((each) => each.replace(/^\S+ /, ''))).toEqual([
      'opened',
      'one',
      lost,
      'opened',
      'two',
      'three',
    ]);
    expect(times.slice(0, 3)).toEqual([0, 1, 2]);
    expect(times[3]).toBeGreaterThanOrEqual(22);
  });

  it('that never came back stays lost until the end', async () => {
    const parts = setUp([connect(100), recv(101, 'one'), close(102), recv(130, 'other', 'b')]);
    const heard = collect(parts.replay.transport, parts, 1_000);
    await parts.play();
    expect(heard.slice(0, -1)).toEqual(['0 opened', '1 one', `2 ${lost}`]);
    // Then it is quiet: nothing more will come that is worth waiting for.
    expect(heard.at(-1)).toMatch(/^30(\.\d)? opened$/);
  });

  it('that others recorded by its reconnect alone is lost there', async () => {
    const parts = setUp([connect(100), recv(101, 'one'), connect(110), recv(110, 'two')]);
    const heard = collect(parts.replay.transport, parts, 1_000);
    await parts.play();
    expect(heard.slice(0, 3)).toEqual([
      '0 opened',
      '1 one',
      '10 closed: the recorder reconnected here',
    ]);
    expect(heard.slice(3).map((each) => each.replace(/^\S+ /, ''))).toEqual(['opened', 'two']);
  });
});

describe('a recording of another host of the venue', () => {
  it.each([
    ['mirror.example', ['0 opened', '1 one']],
    ['stranger.example', [expect.stringContaining('closed: the recording has no connection to')]],
  ])('%s', async (host, expected) => {
    const mirrored = { ...connect(100), url: `wss://${host}/elsewhere` };
    const parts = setUp([mirrored, recv(101, 'one')]);
    const heard = collect(parts.replay.transport, parts, 100_000);
    await parts.play();
    expect(heard).toEqual(expected);
  });
});

describe('several connections to one address', () => {
  it('are all heard by whoever connects there, and one lost is a loss', async () => {
    const parts = setUp([
      connect(100, 'a'),
      connect(100, 'b'),
      recv(101, 'of a', 'a'),
      recv(102, 'of b', 'b'),
      close(103, 'a'),
      recv(105, 'still b', 'b'),
      connect(106, 'a'),
      recv(107, 'a again', 'a'),
    ]);
    const heard = collect(parts.replay.transport, parts, 1_000);
    await parts.play();
    expect(heard).toEqual([
      '0 opened',
      '1 of a',
      '2 of b',
      `3 ${lost}`,
      '4 opened',
      '5 still b',
      '7 a again',
    ]);
  });
});

describe('the times of a recording', () => {
  it('may be missing: such a line comes with the one before, the first ones at once', async () => {
    const parts = setUp([recv(null, 'one'), recv(100, 'two'), recv(103, 'three'), recv(null, '4')]);
    const heard = collect(parts.replay.transport, parts);
    await parts.play();
    expect(heard).toEqual(['0 opened', '0 one', '0 two', '3 three', '3 4']);
  });

  it('count from the first line of all venues, so that venues stay together', async () => {
    const other = (line: Line) => ({ ...line, venue: 'w' });
    const parts = setUp([connect(100), other(recv(104, 'four')), recv(105, 'five')], 1, 'w');
    const heard = collect(parts.replay.transport, parts);
    await parts.play();
    expect(heard.at(-1)).toBe('4 four');
  });
});
