import process from 'node:process';
import { parseArgs } from 'node:util';
import { createSystemClock } from './kit/clock.ts';
import { errorText } from './kit/errors.ts';
import { createLogger } from './kit/pinoLogger.ts';
import { createSystemRandom } from './kit/random.ts';
import { StartError } from './kit/startError.ts';
import { type RecordedBook, type Recorder, startRecorder, untilDone } from './recorder.ts';
import { loadCollectors } from './trading/venues/marketData.ts';
import { createLiveTransport } from './trading/venues/shared/liveTransport.ts';

/** Intervals of progress reports: on a terminal one line is rewritten, a log gets a line each. */
const terminalEveryMs = 1_000;
const logEveryMs = 60_000;
/** Maximum length of a recording: a week, because recordings are meant to be replayed. */
const secondsMax = 604_800;
/** Clears the line; the cursor stays at its start, so that the next output overwrites it. */
const clearLine = '\u001b[2K\r';

/** Records live books into a file until a signal, or for `--seconds`. */
async function main(): Promise<number> {
  const { venues, symbols, out, seconds } = readArguments(process.argv.slice(2));
  const clock = createSystemClock();
  const logger = createLogger({ level: 'warn' });
  const transport = createLiveTransport({ clock, logger });
  const random = createSystemRandom();
  const deps = { collectors: await loadCollectors(), transport, clock, random, logger };
  const ended = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => ended.abort());
  }
  // A closed reader (`| head`) ends the recording like a signal.
  process.stdout.on('error', () => ended.abort());
  const recorder = startRecorder({ venues, symbols, out }, deps);
  say(`Recording into ${out}; Ctrl-C ends it.`);
  const { isTTY } = process.stdout;
  const cancelProgress = clock.every(isTTY ? terminalEveryMs : logEveryMs, () => {
    if (isTTY) process.stdout.write(`${clearLine}${progressOf(recorder)}\r`);
    else say(progressOf(recorder));
  });
  const failure = await untilDone(recorder, { clock, seconds, signal: ended.signal });
  cancelProgress();
  const books = recorder.books();
  const unfinished = await recorder.stop().catch((error: unknown) => error);
  if (isTTY) process.stdout.write(clearLine);
  for (const line of summaryOf(books)) say(line);
  const wasLive = books.some((book) => book.wasLive);
  const reason = failure ?? unfinished;
  if (reason !== undefined) {
    const state = wasLive ? 'is not whole' : 'could not be written and was removed';
    throw new StartError(`${out} ${state}: ${errorText(reason)}.`);
  }
  if (!wasLive) throw new StartError(`No book ever came: ${out} was removed.`);
  return 0;
}

function readArguments(args: readonly string[]) {
  const values = parseOptions(args);
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

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        venues: { type: 'string', default: '' },
        symbols: { type: 'string', default: '' },
        out: { type: 'string', default: '' },
        seconds: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new StartError(errorText(error), { cause: error });
  }
}

function listOf(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

function progressOf(recorder: Recorder): string {
  const books = recorder.books();
  const live = books.filter(({ state }) => state === 'live').length;
  const flagged = books.filter(({ state }) => state.startsWith('flagged')).length;
  const { lines, size } = recorder.written();
  const megabytes = (size / 1e6).toFixed(1);
  const health = `${live} of ${books.length} books live, ${flagged} flagged`;
  return `${megabytes} MB, ${lines} lines, ${health}`;
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
  const isOurs = error instanceof StartError || !(error instanceof Error);
  process.stderr.write(`windlass: ${isOurs ? errorText(error) : error.stack}\n`);
  process.exit(1);
}
