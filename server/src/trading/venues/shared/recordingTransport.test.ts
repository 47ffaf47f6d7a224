import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../test/support/manualClock.ts';
import { createFakeTransport } from '../../../../test/support/marketData/fakeTransport.ts';
import type { ConnectionEvents } from '../transportPort.ts';
import { createRecordingTransport } from './recordingTransport.ts';

const startMs = 1_700_000_000_000;
const url = 'wss://venue/stream';
const never = new AbortController().signal;

function setUp() {
  const inner = createFakeTransport();
  const clock = createManualClock(startMs);
  const lines: object[] = [];
  const write = (line: object) => void lines.push(line);
  const transport = createRecordingTransport(inner, { name: 'v', clock, write });
  const heard: string[] = [];
  const events: ConnectionEvents = {
    opened: () => void heard.push('opened'),
    frame: (text) => void heard.push(text),
    alive: () => void heard.push('alive'),
    closed: (reason) => void heard.push(`closed: ${reason}`),
  };
  const socket = (index: number) => {
    const found = inner.sockets[index];
    if (!found) throw new Error(`no socket ${index}`);
    return found;
  };
  return { inner, clock, lines, transport, heard, events, socket };
}

describe('a transport that is recorded', () => {
  it('passes everything on, and writes down what a recording holds', async () => {
    const { inner, clock, lines, transport, heard, events, socket } = setUp();
    const connection = transport.connect(url, events);
    await clock.advance(1_250);
    socket(0).opened();
    connection.send('{"subscribe":1}');
    await clock.advance(1);
    socket(0).frame('frame');
    socket(0).alive();
    socket(0).closed('reset');
    expect(heard).toEqual(['opened', 'frame', 'alive', 'closed: reset']);
    expect(socket(0).sent).toEqual([{ subscribe: 1 }]);
    inner.answer = () => 'document';
    expect(await transport.get('https://venue/depth', never)).toBe('document');
    expect(lines).toEqual([
      { t: 'connect', ts: 1_700_000_001.25, conn: 'v.1', url },
      { t: 'send', ts: 1_700_000_001.25, conn: 'v.1', data: '{"subscribe":1}' },
      { t: 'recv', ts: 1_700_000_001.251, conn: 'v.1', data: 'frame' },
      { t: 'close', ts: 1_700_000_001.251, conn: 'v.1' },
      { t: 'http', ts: 1_700_000_001.251, url: 'https://venue/depth', data: 'document' },
    ]);
  });

  it('writes nothing of what failed: a call without an answer, a connection never opened', async () => {
    const { inner, lines, transport, heard, events, socket } = setUp();
    inner.answer = () => new Error('status 500');
    await expect(transport.get('https://venue/depth', never)).rejects.toThrow('status 500');
    transport.connect(url, events);
    socket(0).closed('refused');
    expect([heard, lines]).toEqual([['closed: refused'], []]);
  });

  it('takes a connection for over when the collector gives it up, whatever still comes', () => {
    const { lines, transport, heard, events, socket } = setUp();
    const connection = transport.connect(url, events);
    socket(0).opened();
    connection.close();
    socket(0).frame('late');
    connection.send('{}');
    expect(lines).toMatchObject([{ t: 'connect' }, { t: 'close', conn: 'v.1' }]);
    expect(heard).toEqual(['opened', 'closed: closed by us', 'late']);
  });

  it('gives a reconnect the name of the lost connection, and each open one its own', () => {
    const { lines, transport, events, socket } = setUp();
    for (let i = 0; i < 2; i += 1) {
      transport.connect(url, events);
      socket(i).opened();
    }
    transport.connect('wss://venue/other', events);
    socket(2).opened();
    socket(0).closed('reset');
    transport.connect(url, events);
    socket(3).opened();
    expect(lines).toMatchObject([
      { t: 'connect', conn: 'v.1', url },
      { t: 'connect', conn: 'v.2', url },
      { t: 'connect', conn: 'v.3', url: 'wss://venue/other' },
      { t: 'close', conn: 'v.1' },
      { t: 'connect', conn: 'v.1', url },
    ]);
  });
});
