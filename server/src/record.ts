import process from 'node:process';
import { parseArgs } from 'node:util';
import { createSystemClock } from './kit/clock.ts';
import { createLogger } from './kit/pinoLogger.ts';
import { createSystemRandom } from './kit/random.ts';
import { StartError } from './kit/startError.ts';
import { type RecordedBook, type Recorder, startRecorder, untilDone } from './recorder.ts';
import { collectors } from './trading/venues/collectors.ts';
import { createLiveTransport } from './trading/venues/shared/liveTransport.ts';

/** How often a line says how it goes. */
const progressEveryMs = 5_000;
/** A week: recordings are meant to be replayed. */
const secondsMax = 604_800;

/** Records live books into a file until a signal, or for `--seconds`. */
async function main(): Promise<number> {
  const { venues, symbols, out, seconds } = readArguments(process.argv.slice(2));
  const clock = createSystemClock();
  const logger = createLogger({ level: 'warn' });
  const transport = createLiveTransport({ clock, logger });
  const random = createSystemRandom();
  const deps = { collectors, transport, clock, random, logger };
  const ended = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ended.abort());
  const recorder = startRecorder({ venues, symbols, out }, deps);
  say(`Recording into ${out}; Ctrl-C ends it.`);
  const cancelProgress = clock.every(progressEveryMs, () => say(progressOf(recorder)));
  const failure = await untilDone(recorder, { clock, seconds, signal: ended.signal });
  cancelProgress();
  const books = recorder.books();
  await recorder.stop().catch(() => undefined);
  for (const line of summaryOf(books)) say(line);
  if (failure) throw new StartError(`${out} is not whole: ${failure.message}.`);
  const wasLive = books.some(({ updates }) => updates > 0);
  if (!wasLive) say('No book ever came: the file holds nothing to replay.');
  return wasLive ? 0 : 1;
}

function readArguments(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      venues: { type: 'string', default: '' },
      symbols: { type: 'string', default: '' },
      out: { type: 'string', default: '' },
      seconds: { type: 'string' },
    },
  });
  const venues = listOf(values.venues);
  const symbols = listOf(values.symbols);
  if (venues.length === 0 || symbols.length === 0 || values.out === '') {
    throw new StartError('--venues, --symbols and --out must all be given.');
  }
  const seconds = values.seconds === undefined ? undefined : Number(values.seconds);
  if (seconds !== undefined && !(seconds >= 1 && seconds <= secondsMax)) {
    throw new StartError(`--seconds must be from 1 to ${secondsMax}.`);
  }
  return { venues, symbols, out: values.out, seconds };
}

function listOf(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

function progressOf(recorder: Recorder): string {
  const books = recorder.books();
  const live = books.filter(({ state }) => state === 'live').length;
  const updates = books.reduce((sum, book) => sum + book.updates, 0);
  const megabytes = (recorder.size() / 1e6).toFixed(1);
  return `${megabytes} MB, ${updates} updates, ${live} of ${books.length} books live`;
}

function summaryOf(books: readonly RecordedBook[]): string[] {
  return books.map(
    ({ venue, symbol, state, updates, gaps, resyncs }) =>
      `${venue} ${symbol}: ${updates} updates, ${gaps} gaps, ${resyncs} resyncs, ${state}`,
  );
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  process.exit(await main());
} catch (error) {
  const isOurs = error instanceof StartError || error instanceof TypeError;
  const what = error instanceof Error ? (isOurs ? error.message : error.stack) : String(error);
  process.stderr.write(`windlass: ${what}\n`);
  process.exit(error instanceof StartError ? 1 : 2);
}
