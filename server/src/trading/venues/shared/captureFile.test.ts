import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type CaptureLine, readCapture } from './captureFile.ts';

const header = '{"t":"header","venue":"v","market":"m"}';
const good = '{"t":"recv","ts":1.5,"conn":"ws","data":"é"}';

function write(name: string, content: string | Buffer): string {
  const path = join(mkdtempSync(join(tmpdir(), 'capture-')), name);
  writeFileSync(path, content);
  return path;
}

async function readAll(path: string): Promise<CaptureLine[]> {
  const lines: CaptureLine[] = [];
  for await (const line of readCapture(path)) lines.push(line);
  return lines;
}

/** Returns what is read, however slowly, before the error that ends the reading. */
async function readSlowly(path: string, linesPerTurn: number) {
  let lines = 0;
  try {
    for await (const _ of readCapture(path)) {
      lines += 1;
      if (lines % linesPerTurn === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    return { lines };
  } catch (error) {
    return { lines, error: String(error) };
  }
}

describe('a recording', () => {
  it('is read from plain and from compressed files, with or without a last line end', async () => {
    const expected = [
      { t: 'header', venue: 'v', market: 'm', venues: ['v'] },
      { t: 'recv', atMs: 1_500, venue: 'v', conn: 'ws', data: 'é' },
    ];
    const text = `${header}\n${good}`;
    expect(await readAll(write('a.jsonl', text))).toEqual(expected);
    expect(await readAll(write('a.jsonl.gz', gzipSync(`${text}\n`)))).toEqual(expected);
  });

  it('survives characters and lines cut between chunks', async () => {
    const long = JSON.stringify({ t: 'http', ts: 1, url: 'https://v/', data: 'é'.repeat(200_000) });
    const lines = await readAll(write('a.jsonl', `${header}\n${long}\n${good}\n`));
    expect(lines.length).toBe(3);
    expect(lines[1]).toMatchObject({ data: 'é'.repeat(200_000) });
  });

  it.each([
    ['', /line 1: expected a header, the file is empty/],
    [good, /line 1: expected a header as the first line/],
    [`${header}\n{"t":"recv"\n`, /line 2: expected JSON/],
    [`${header}\n{"t":"recv"`, /line 2: unexpected end of file: the last line is incomplete/],
    [`${header}\n[]`, /line 2: expected an object/],
    [`${header}\n${good}\n{"t":"recv","ts":1,"conn":"ws"}`, /line 3: expected text in "data"/],
    [`${header}\n{"t":"recv","conn":"ws","data":""}`, /line 2: expected a time in "ts"/],
    [
      `${header}\n{"t":"connect","ts":1,"conn":"ws","url":"no address"}`,
      /line 2: expected an address in "url", got no address/,
    ],
    [
      `${header}\n{"t":"http","ts":1,"url":"/depth?symbol=A","data":""}`,
      /line 2: expected an address in "url", got \/depth\?symbol=A/,
    ],
    [`${header}\n{"t":"close","ts":1}`, /line 2: expected text in "conn"/],
    [`${header}\n{"t":"x","ts":1}`, /line 2: expected connect, send, recv, close or http, got "x"/],
  ])('names file and line of what it cannot read: %j', async (text, message) => {
    const path = write('bad.jsonl', text);
    await expect(readAll(path)).rejects.toThrow(message);
    await expect(readAll(path)).rejects.toThrow(path);
  });

  it('is of the one format there is; a header without one means it, too', async () => {
    const of = (format: unknown) => JSON.stringify({ ...JSON.parse(header), format });
    expect(await readAll(write('a.jsonl', `${of(1)}\n${good}`))).toHaveLength(2);
    for (const format of [2, '1', null]) {
      const path = write('a.jsonl', `${of(format)}\n${good}`);
      const found = JSON.stringify(format);
      await expect(readAll(path)).rejects.toThrow(`line 1: expected format 1, found ${found}`);
    }
  });

  it('named as compressed must be compressed', async () => {
    const path = write('a.jsonl.gz', `${header}\n${good}\n`);
    await expect(readAll(path)).rejects.toThrow(
      /a\.jsonl\.gz, line 1: expected gzip data, as the name ends in \.gz$/,
    );
  });

  it('may lack times, and may name the venue of each line', async () => {
    const two = '{"t":"header","venue":"v","market":"m","venues":["v","w"]}';
    const untimed = '{"t":"recv","ts":null,"conn":"ws","data":"x"}';
    const other = '{"t":"recv","ts":2,"conn":"ws","venue":"w","data":"y"}';
    const lines = await readAll(write('a.jsonl', [two, untimed, other, untimed].join('\n')));
    expect(lines.slice(1)).toMatchObject([
      { atMs: 0, venue: 'v' },
      { atMs: 2_000, venue: 'w' },
      { atMs: 2_000, venue: 'v' },
    ]);
  });

  it('may tell when a connection was lost', async () => {
    const close = '{"t":"close","ts":2,"conn":"ws"}';
    const lines = await readAll(write('a.jsonl', [header, good, close].join('\n')));
    expect(lines.at(-1)).toEqual({ t: 'close', atMs: 2_000, venue: 'v', conn: 'ws' });
  });

  it.each([1, 7, 1_000_000])(
    'that is cut short gives every whole line first, %i lines at a time',
    async (linesPerTurn) => {
      const numbered = Array.from({ length: 3_000 }, (_, i) =>
        JSON.stringify({ t: 'recv', ts: i, conn: 'ws', data: `${i * i * 7_919}`.repeat(9) }),
      );
      const whole = gzipSync(`${[header, ...numbered].join('\n')}\n`);
      const bytes = whole.subarray(0, Math.floor(whole.length * 0.7));
      const text = gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }).toString();
      const wholeLines = text.split('\n').length - 1;
      expect(wholeLines).toBeGreaterThan(1_500);
      const { lines, error } = await readSlowly(write('cut.jsonl.gz', bytes), linesPerTurn);
      expect(lines).toBe(wholeLines);
      expect(error).toContain(`cut.jsonl.gz, line ${wholeLines + 1}: unexpected end of file`);
    },
  );

  it('that is cut short or missing says so', async () => {
    const whole = gzipSync(`${header}\n${`${good}\n`.repeat(1_000)}`);
    const cut = write('cut.jsonl.gz', whole.subarray(0, whole.length - 20));
    await expect(readAll(cut)).rejects.toThrow(/cut\.jsonl\.gz, line \d+: unexpected end of file/);
    await expect(readAll('/nowhere/a.jsonl')).rejects.toThrow(
      /\/nowhere\/a\.jsonl, line 1: ENOENT/,
    );
  });
});
