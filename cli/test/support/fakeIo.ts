import type { BookEvent, Transport, TransportRequest } from '@windlass/client';
import type { StreamedBook } from '@windlass/contract';
import type { CliIo, Machine } from '../../src/io.ts';
import { createFakeStreams, type FakeStreams, hear } from './fakeStreams.ts';

type Answer = Awaited<ReturnType<Transport>>;

/** Something that happens in a test `atMs` after its start, while the command sleeps. */
export interface Step {
  readonly atMs: number;
  act(fake: FakeIo): void;
}

export interface FakeIo extends FakeStreams {
  readonly io: CliIo;
  readonly requests: TransportRequest[];
  out(): string;
  err(): string;
  press(key: string): void;
  interrupt(): void;
}

export interface FakeOptions {
  readonly answer?: (request: TransportRequest) => Answer | Promise<Answer>;
  readonly machine?: Partial<Machine>;
  readonly env?: CliIo['env'];
  readonly isTty?: boolean;
  readonly rows?: number;
  readonly isBlocked?: () => boolean;
  readonly steps?: readonly Step[];
  /** Replaces the runtime whose sleeps pass at once. */
  readonly runtime?: CliIo['runtime'];
  /** Returns what the person at the terminal types. Without it nobody is there. */
  readonly typed?: (question: string) => string | undefined;
  /** Returns what the person types where the input is hidden. */
  readonly typedUnseen?: (question: string) => string | undefined;
}

export const startMs = Date.parse('2026-01-01T00:00:00Z');
/** Longer than any command waits by itself. A test that reaches it would never end. */
const testMsMax = 60_000;
/** The client's default. */
const requestTimeoutMs = 10_000;

const wellEnded = async () => 0;

/** Records outside effects of the command instead of doing them. Time passes only in sleeps. */
export function createFakeIo(options: FakeOptions = {}): FakeIo {
  const written = { out: '', err: '' };
  const requests: TransportRequest[] = [];
  const keys = new Set<(key: string) => void>();
  const interrupts = new Set<() => void>();
  const streams = createFakeStreams();
  const output = (name: 'out' | 'err') => ({
    write(text: string) {
      written[name] += text;
    },
    isTty: options.isTty ?? false,
    columns: 80,
    rows: options.rows ?? 24,
    get isBlocked() {
      return options.isBlocked?.() ?? false;
    },
  });
  const io: CliIo = {
    stdout: output('out'),
    stderr: output('err'),
    env: options.env ?? { WINDLASS_KEY: 'ak_test_0123456789' },
    runtime: options.runtime ?? createFakeRuntime(options.steps ?? [], () => fake),
    async transport(request) {
      requests.push(request);
      if (!options.answer) throw new TypeError('connect ECONNREFUSED 127.0.0.1:3000');
      return options.answer(request);
    },
    ...streams.io,
    terminal: {
      onKey: (listener) => hear(keys, listener),
      onInterrupt: (listener) => hear(interrupts, listener),
      canAsk: options.typed !== undefined || options.typedUnseen !== undefined,
      ask: async (question) => options.typed?.(question),
      askSecret: async (question) => options.typedUnseen?.(question),
    },
    machine: createFakeMachine(options.machine),
  };
  const fake: FakeIo = {
    io,
    requests,
    ...streams.fake,
    out: () => written.out,
    err: () => written.err,
    press: (key) => keys.forEach((listener) => void listener(key)),
    interrupt: () => interrupts.forEach((listener) => void listener()),
  };
  return fake;
}

/** Returns a machine in good order, except where the test says otherwise. */
function createFakeMachine(rest: Partial<Machine> = {}): Machine {
  return {
    nodeVersion: '24.1.0',
    readText: () => undefined,
    writeText: () => undefined,
    folderProblem: () => undefined,
    fileMode: () => undefined,
    freeBytes: () => 50e9,
    inspectDatabase: async () => JSON.stringify({ status: 'ok', detail: 'SQLite, whole' }),
    isPortFree: async () => true,
    runServer: wellEnded,
    runRecorder: wellEnded,
    runSimulator: wellEnded,
    runBackup: wellEnded,
    runRestore: wellEnded,
    ...rest,
  };
}

/** Returns a runtime whose sleeps pass at once, advance the time and run the steps that are due. */
function createFakeRuntime(given: readonly Step[], fake: () => FakeIo): CliIo['runtime'] {
  const steps = [...given];
  let nowMs = startMs;
  return {
    now: () => nowMs,
    random: () => 0.5,
    async sleep(delayMs, signal) {
      // Timeouts of requests run in parallel with the answer, and must not advance the time
      // themselves.
      if (signal && delayMs >= requestTimeoutMs) return await untilAborted(signal);
      nowMs += delayMs;
      if (nowMs - startMs > testMsMax) throw new Error('The command does not end.');
      while (steps[0] && startMs + steps[0].atMs <= nowMs) steps.shift()?.act(fake());
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
}

/** Returns an answer of the trading API. */
export function tradingAnswer(data: unknown, status = 200, headers: Record<string, string> = {}) {
  const body = { isError: status >= 400, message: 'Said so', statusCode: status, data };
  return { status, headers, text: JSON.stringify(body) };
}

/** Returns an answer of the vault API, with the fields of `rest` beside the data. */
export function vaultAnswer(data: unknown, rest: object = {}, status = 200): Answer {
  const body = { success: true, message: 'Said so', data, ...rest };
  return { status, headers: {}, text: JSON.stringify(body) };
}

/** Returns a refusal of the vault API. */
export function vaultRefusal(
  status: number,
  body: { readonly message: string; readonly errors?: unknown },
  headers: Record<string, string> = {},
): Answer {
  return { status, headers, text: JSON.stringify({ success: false, ...body }) };
}

/**
 * Returns one venue's book: `count` levels per side, a tick apart, starting at the given prices.
 */
export function bookOf(
  venue: string,
  best: { readonly bid: number; readonly ask: number },
  rest: Partial<StreamedBook> & { readonly tick?: number; readonly count?: number } = {},
): StreamedBook {
  const { tick = 0.1, count = 3, ...fields } = rest;
  const side = (from: number, sign: number): [number, number][] =>
    Array.from({ length: count }, (_, level) => {
      return [Number((from + sign * level * tick).toFixed(10)), 0.5 + level * 0.25];
    });
  return {
    venue,
    symbol: 'BTC/USDT',
    bids: side(best.bid, -1),
    asks: side(best.ask, 1),
    mid_price: (best.bid + best.ask) / 2,
    spread_bps: ((best.ask - best.bid) / ((best.bid + best.ask) / 2)) * 1e4,
    staleness_ms: 12,
    confidence: 0.98,
    quality: 'GOOD',
    timestamp: '2026-01-01T00:00:00.000',
    ...fields,
  };
}

export function snapshotOf(books: readonly StreamedBook[]): BookEvent {
  const venues = Object.fromEntries(books.map((book) => [book.venue, book]));
  return { type: 'snapshot', symbol: 'BTC/USDT', venues, timestamp: '2026-01-01T00:00:00.000' };
}
