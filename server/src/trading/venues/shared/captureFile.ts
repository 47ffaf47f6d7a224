import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** One line of a recording; the times are epoch ms on the recorder's clock. */
export type CaptureLine =
  | { readonly t: 'header'; readonly venue: string; readonly market: string }
  | { readonly t: 'connect'; readonly atMs: number; readonly conn: string; readonly url: string }
  | {
      readonly t: 'send' | 'recv';
      readonly atMs: number;
      readonly conn: string;
      readonly data: string;
    }
  | { readonly t: 'http'; readonly atMs: number; readonly url: string; readonly data: string };

/** The longest line seen is a snapshot of 500 kB; a longer one than this is no recording. */
const lineCharsMax = 32 * 1024 * 1024;

/** A recording that cannot be read, with the place. */
export class CaptureError extends Error {
  readonly line: number;
  constructor(place: { path: string; line: number }, what: string, cause?: unknown) {
    super(`${place.path}, line ${place.line}: ${what}`, { cause });
    this.name = 'CaptureError';
    this.line = place.line;
  }
}

/**
 * Reads a recording (`.jsonl`, or `.jsonl.gz`) line by line in bounded memory. The first line
 * returned is always the header.
 */
export async function* readCapture(path: string): AsyncGenerator<CaptureLine> {
  let number = 0;
  try {
    for await (const text of linesOf(path)) {
      number += 1;
      if (text === '' && number > 1) continue;
      yield toLine(text, number === 1);
    }
  } catch (error) {
    // A line that fails to read is the one after the last complete one.
    const line = error instanceof Malformed ? number : number + 1;
    const what = error instanceof Error ? error.message : String(error);
    throw new CaptureError({ path, line }, what, error);
  }
  if (number === 0)
    throw new CaptureError({ path, line: 1 }, 'expected a header, the file is empty');
}

class Malformed extends Error {}

async function* linesOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path);
  // `pipeline` hands a failing file on to whoever reads its end; the callback has no news.
  const bytes = path.endsWith('.gz') ? pipeline(file, createGunzip(), () => undefined) : file;
  bytes.setEncoding('utf8');
  let rest = '';
  for await (const chunk of bytes as AsyncIterable<string>) {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      yield rest + chunk.slice(from, end);
      rest = '';
      from = end + 1;
    }
    rest += chunk.slice(from);
    if (rest.length > lineCharsMax) throw new Error(`a line is over ${lineCharsMax} characters`);
  }
  if (rest !== '') yield rest;
}

function toLine(text: string, isFirst: boolean): CaptureLine {
  const fields = parseFields(text);
  const word = (name: string): string => {
    const value = fields[name];
    if (typeof value !== 'string') throw new Malformed(`expected text in "${name}"`);
    return value;
  };
  const address = (): string => {
    const text = word('url');
    if (!URL.canParse(text)) throw new Malformed(`expected an address in "url", got ${text}`);
    return text;
  };
  if (isFirst) {
    if (fields.t !== 'header') throw new Malformed('expected a header as the first line');
    return { t: 'header', venue: word('venue'), market: word('market') };
  }
  if (typeof fields.ts !== 'number') throw new Malformed('expected a time in "ts"');
  const atMs = fields.ts * 1_000;
  switch (fields.t) {
    case 'connect':
      return { t: 'connect', atMs, conn: word('conn'), url: address() };
    case 'send':
    case 'recv':
      return { t: fields.t, atMs, conn: word('conn'), data: word('data') };
    case 'http':
      return { t: 'http', atMs, url: address(), data: word('data') };
    default:
      throw new Malformed(`expected connect, send, recv or http, got ${JSON.stringify(fields.t)}`);
  }
}

function parseFields(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Malformed(`expected JSON: ${error instanceof Error ? error.message : ''}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Malformed('expected an object');
  }
  return value as Record<string, unknown>;
}
