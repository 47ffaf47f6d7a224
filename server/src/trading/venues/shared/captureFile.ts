import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import { errorText } from '../../../kit/errors.ts';

/** One line of a recording; its times are in ms since the epoch on the recorder's clock. */
export type CaptureLine =
  | {
      readonly t: 'header';
      /** The venue of every line that names none. */
      readonly venue: string;
      readonly market: string;
      /** Every venue of the file. */
      readonly venues: readonly string[];
    }
  | (Timed & { readonly t: 'connect'; readonly conn: string; readonly url: string })
  | (Timed & { readonly t: 'send' | 'recv'; readonly conn: string; readonly data: string })
  /** The connection was lost or given up. Recordings made by others may lack these lines. */
  | (Timed & { readonly t: 'close'; readonly conn: string })
  | (Timed & { readonly t: 'http'; readonly url: string; readonly data: string });

interface Timed {
  readonly atMs: number;
  readonly venue: string;
}

/**
 * The longest known line is a snapshot of 500 kB; a file with a longer line than this is no
 * recording.
 */
const lineCharsMax = 32 * 1024 * 1024;

const kinds = 'connect, send, recv, close or http';

/** Thrown for a recording that cannot be read; names the place. */
export class CaptureError extends Error {
  readonly line: number;
  /** True when the file only ends too early, like that of a recorder that was killed. */
  readonly isCut: boolean;
  constructor(place: { path: string; line: number }, what: string, cause?: unknown) {
    super(`${place.path}, line ${place.line}: ${what}`, { cause });
    this.name = 'CaptureError';
    this.line = place.line;
    this.isCut = what.startsWith(cutShort);
  }
}

/** The decompressor's message when the data ends too early. */
const cutShort = 'unexpected end of file';
/** The decompressor's message when the first bytes are not those of gzip. */
const notGzip = 'incorrect header check';

/** The only version of the format; a header without a version means it, too. */
const knownFormat = 1;

/**
 * Reads a recording (`.jsonl`, or `.jsonl.gz`) line by line in bounded memory. The first line
 * returned is always the header. When a file is cut short, every whole line is returned before the
 * error.
 */
export async function* readCapture(path: string): AsyncGenerator<CaptureLine> {
  let number = 0;
  let context: Context = { venue: '', atMs: 0 };
  try {
    for await (const { text, isEnded } of linesOf(path)) {
      number += 1;
      if (text === '' && number > 1) continue;
      const line = number === 1 ? toHeader(text) : toLine(text, { ...context, isEnded });
      context =
        line.t === 'header'
          ? { venue: line.venue, atMs: 0 }
          : { venue: context.venue, atMs: line.atMs };
      yield line;
    }
  } catch (error) {
    // A line that fails to read is the one after the last complete one.
    const line = error instanceof Malformed ? number : number + 1;
    throw new CaptureError({ path, line }, toWords(error), error);
  }
  if (number === 0)
    throw new CaptureError({ path, line: 1 }, 'expected a header, the file is empty');
}

function toWords(error: unknown): string {
  const text = errorText(error);
  return text === notGzip ? 'expected gzip data, as the name ends in .gz' : text;
}

class Malformed extends Error {}

/** Values that a line inherits: the venue from the header, the time from the line before. */
interface Context {
  readonly venue: string;
  readonly atMs: number;
}

interface TextLine {
  readonly text: string;
  /** True when a line end follows. */
  readonly isEnded: boolean;
}

/**
 * A decompressor that meets the cut discards what it has read ahead: the slower its reader, the
 * more. So the file is then read a second time, as if it ended there, from the line where the first
 * reading failed.
 */
async function* linesOf(path: string): AsyncGenerator<TextLine> {
  let count = 0;
  try {
    for await (const line of linesIn(path, constants.Z_FINISH)) {
      count += 1;
      yield line;
    }
  } catch (error) {
    if (!(error instanceof Error && error.message === cutShort)) throw error;
    let again = 0;
    for await (const line of linesIn(path, constants.Z_SYNC_FLUSH)) {
      again += 1;
      if (again > count) yield line;
    }
    throw error;
  }
}

/** @param finishFlush How strictly a compressed file must be complete. */
async function* linesIn(path: string, finishFlush: number): AsyncGenerator<TextLine> {
  const file = createReadStream(path);
  const isCompressed = path.endsWith('.gz');
  // `pipeline` passes the error of a failing file on to its reader, so the callback has nothing to
  // do.
  const bytes = isCompressed ? pipeline(file, createGunzip({ finishFlush }), () => {}) : file;
  bytes.setEncoding('utf8');
  let rest = '';
  for await (const chunk of bytes as AsyncIterable<string>) {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      yield { text: rest + chunk.slice(from, end), isEnded: true };
      rest = '';
      from = end + 1;
    }
    rest += chunk.slice(from);
    if (rest.length > lineCharsMax) throw new Error(`a line is over ${lineCharsMax} characters`);
  }
  if (rest !== '') yield { text: rest, isEnded: false };
}

function toHeader(text: string): CaptureLine {
  const fields = parseFields(text, true);
  if (fields.t !== 'header') throw new Malformed('expected a header as the first line');
  const { format = knownFormat } = fields;
  if (format !== knownFormat) {
    throw new Malformed(`expected format ${knownFormat}, found ${JSON.stringify(format)}`);
  }
  const venue = wordOf(fields, 'venue');
  const listed: unknown[] = Array.isArray(fields.venues) ? fields.venues : [venue];
  const venues = listed.filter((each) => typeof each === 'string');
  return { t: 'header', venue, market: wordOf(fields, 'market'), venues };
}

function toLine(text: string, context: Context & { readonly isEnded: boolean }): CaptureLine {
  const fields = parseFields(text, context.isEnded);
  const { ts, t } = fields;
  if (typeof ts !== 'number' && ts !== null) throw new Malformed('expected a time in "ts"');
  // Recordings that were assembled afterwards have no times: such a line gets the time of the line
  // before.
  const atMs = ts === null ? context.atMs : ts * 1_000;
  const venue = typeof fields.venue === 'string' ? fields.venue : context.venue;
  switch (t) {
    case 'connect':
      return { t, atMs, venue, conn: wordOf(fields, 'conn'), url: addressOf(fields) };
    case 'send':
    case 'recv':
      return { t, atMs, venue, conn: wordOf(fields, 'conn'), data: wordOf(fields, 'data') };
    case 'close':
      return { t, atMs, venue, conn: wordOf(fields, 'conn') };
    case 'http':
      return { t, atMs, venue, url: addressOf(fields), data: wordOf(fields, 'data') };
    default:
      throw new Malformed(`expected ${kinds}, got ${JSON.stringify(t)}`);
  }
}

function wordOf(fields: Record<string, unknown>, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw new Malformed(`expected text in "${name}"`);
  return value;
}

function addressOf(fields: Record<string, unknown>): string {
  const text = wordOf(fields, 'url');
  if (!URL.canParse(text)) throw new Malformed(`expected an address in "url", got ${text}`);
  return text;
}

function parseFields(text: string, isEnded: boolean): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!isEnded) throw new Malformed(`${cutShort}: the last line is incomplete`);
    throw new Malformed(`expected JSON: ${error instanceof Error ? error.message : ''}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Malformed('expected an object');
  }
  return value as Record<string, unknown>;
}
