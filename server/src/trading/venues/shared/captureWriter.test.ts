import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../test/support/manualClock.ts';
import { CaptureError, readCapture } from './captureFile.ts';
import { createCaptureWriter, createLineWriter } from './captureWriter.ts';

const header = { t: 'header', format: 1, venue: 'v', market: 'm' };
const frame = (data: string) => ({ t: 'recv', ts: 1, conn: 'ws', data });

function setUp() {
  const clock = createManualClock();
  const failures: string[] = [];
  return { clock, failures, failed: (error: Error) => void failures.push(error.message) };
}

const newFile = (name: string) => join(mkdtempSync(join(tmpdir(), 'writer-')), name);

/** A disk that accepts a number of writes, and then stalls or fails. */
function brokenDisk(takes: number, error?: Error): Writable {
  let taken = 0;
  return new Writable({
    write(_chunk, _encoding, done) {
      taken += 1;
      if (taken <= takes) done();
      else if (error) done(error);
    },
  });
}

describe('a recording being written', () => {
  it.each(['a.jsonl', 'a.jsonl.gz'])('%s holds every line once it is closed', async (name) => {
    const { clock, failures, ...deps } = setUp();
    const path = newFile(name);
    const writer = createCaptureWriter(path, { clock, ...deps });
    writer.line(header);
    writer.line(frame('é\n'));
    await writer.close();
    const bytes = readFileSync(path);
    const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
    expect(text).toBe(`${JSON.stringify(header)}\n${JSON.stringify(frame('é\n'))}\n`);
    expect([writer.lines(), writer.size(), failures]).toEqual([2, text.length, []]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(clock.pending()).toBe(0);
  });

  it('compressed can be read up to its last second without ever being closed', async () => {
    const { clock, ...deps } = setUp();
    const path = newFile('a.jsonl.gz');
    const writer = createCaptureWriter(path, { clock, ...deps });
    writer.line(header);
    for (let i = 0; i < 100; i += 1) writer.line(frame(`${i}`));
    await clock.advance(1_000);
    while (statSync(path).size < 200) await turn();
    writer.line(frame('after the last flush'));
    const read: string[] = [];
    const reading = (async () => {
      for await (const line of readCapture(path)) if (line.t === 'recv') read.push(line.data);
    })();
    await expect(reading).rejects.toThrow(/line 102: unexpected end of file/);
    await expect(reading).rejects.toBeInstanceOf(CaptureError);
    expect(read).toEqual(Array.from({ length: 100 }, (_, i) => `${i}`));
    await writer.close();
  });

  it.each([true, false])('stops when the disk is full (compressed: %s)', async (isCompressed) => {
    const { clock, failures, ...deps } = setUp();
    const disk = brokenDisk(0, new Error('ENOSPC: no space left on device'));
    const writer = createLineWriter(disk, { clock, isCompressed, ...deps });
    writer.line(header);
    await expect(writer.close()).rejects.toThrow('ENOSPC');
    writer.line(header);
    expect(writer.lines()).toBe(1);
    expect(failures).toEqual(['ENOSPC: no space left on device']);
    await expect(writer.close()).rejects.toThrow('ENOSPC');
    expect(clock.pending()).toBe(0);
  });

  it.each([true, false])(
    'stops rather than fill the memory when the disk stands still (compressed: %s)',
    async (isCompressed) => {
      const { clock, failures, ...deps } = setUp();
      const writer = createLineWriter(brokenDisk(1), { clock, isCompressed, ...deps });
      const megabyte = frame('x'.repeat(1024 * 1024));
      for (let i = 0; i < 60; i += 1) writer.line(megabyte);
      expect(failures).toEqual([]);
      for (let i = 0; i < 10; i += 1) writer.line(megabyte);
      expect(failures).toEqual(['the disk cannot keep up: 67108864 bytes wait to be written']);
      await expect(writer.close()).rejects.toThrow('cannot keep up');
      expect(clock.pending()).toBe(0);
    },
  );
});
