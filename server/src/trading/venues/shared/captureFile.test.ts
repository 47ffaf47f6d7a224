import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
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
    [`${header}\n{"t":"recv"`, /line 2: unexpected end of file: the last line is not whole/],
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
    [`${header}\n{"t":"x","ts":1}`, /line 2: expected connect, send, recv or http, got "x"/],
  ])('names file and line of what it cannot read: %j', async (text, message) => {
    const path = write('bad.jsonl', text);
    await expect(readAll(path)).rejects.toThrow(message);
    await expect(readAll(path)).rejects.toThrow(path);
  });

  it('may lack times, and may name the venue of each line', async () => {
    const two = '{"t":"header","venue":"v","market":"m","venues":["v","w"]}';
    const untimed = '{"t":"recv","ts":null,"conn":"ws","data":"x"}';
    const other = '{"t":"recv","ts":2,"conn":"ws","venue":"w","data":"y"}';
    const lines = await readAll(write('a.jsonl', [two, untimed, other, untimed].join('\n')));
    expect(lines.slice(1)).toMatchObject([
      { atMs: 0, venue: 'v' },
      { atMs: 2_000, venue: 'w' },
      { atMs: 2_000, venue: 'w' },
    ]);
  });

  it('that is cut short or missing says so', async () => {
    const whole = gzipSync(`${header}\n${`${good}\n`.repeat(1_000)}`);
    const cut = write('cut.jsonl.gz', whole.subarray(0, whole.length - 20));
    await expect(readAll(cut)).rejects.toThrow(/cut\.jsonl\.gz, line \d+: unexpected end of file/);
    await expect(readAll('/nowhere/a.jsonl')).rejects.toThrow(
      /\/nowhere\/a\.jsonl, line 1: ENOENT/,
    );
  });
});
