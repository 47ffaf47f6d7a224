import type { ApiError, BookEvent } from '@windlass/client';
import { orderbookVenues, streamDepths } from '@windlass/contract';
import { applyEvent, type BookView, createView, toJson } from './bookView.ts';
import { CommandError } from './failures.ts';
import type { CliIo } from './io.ts';
import { renderLadder } from './ladder.ts';
import { type GlobalOptions, serviceUrl } from './settings.ts';
import { toSymbolName } from './symbol.ts';
import { hasColours } from './text.ts';

export interface BookOptions extends GlobalOptions {
  readonly depth: number;
  readonly venues?: readonly string[];
  readonly once?: boolean;
}

/** Ten frames a second, as often as the service sends updates (Orderbook §6). */
const frameMs = 100;
/** People read a log: one block a second is as fast as they can follow. */
const blockMs = 1_000;
/** Longest wait for the first book: a cold feed opens upstream connections first. */
const firstBookMs = 10_000;
/** Time that the other venues have after the first one, before a ladder is printed without them. */
const settleMs = 1_500;

/** Turns on the full screen without wrapping or cursor, and off again. */
const enterScreen = '\u001b[?1049h\u001b[?25l\u001b[?7l';
const leaveScreen = '\u001b[?7h\u001b[?25h\u001b[?1049l';

interface Watching {
  view(): BookView;
  /** Returns the failure that ends the command, if there is one. */
  failure(): ApiError | undefined;
}

/** Shows a symbol's book: once, live on a terminal, or as blocks of text in a pipe. */
export async function runBook(symbol: string, options: BookOptions, io: CliIo): Promise<void> {
  const name = toSymbolName(symbol);
  const ended = new AbortController();
  const stopListening = io.terminal.onInterrupt(() => ended.abort());
  const { stream, watching } = openWatch(name, options, io);
  try {
    if (options.once) await showOnce(watching, options, { io, ended });
    else if (io.stdout.isTty && !options.json) await showLive(watching, options, { io, ended });
    else await showBlocks(watching, options, { io, ended });
  } finally {
    stream.close();
    stopListening();
  }
}

function openWatch(symbol: string, options: BookOptions, io: CliIo) {
  let view = createView(symbol, io.runtime.now());
  let failure: ApiError | undefined;
  const stream = io.openStream({
    baseUrl: serviceUrl(options, io),
    runtime: io.runtime,
    onError(error) {
      // An outage after books were seen is drawn as stale and waited out.
      if (error.code === 'NETWORK_ERROR' && view.venues.size > 0) return;
      failure = error;
    },
  });
  const depth = streamDepths.find((each) => each >= options.depth) ?? 20;
  const listener = (event: BookEvent) => {
    view = applyEvent(view, event, io.runtime.now());
  };
  const venues = options.venues ?? [];
  stream.watch(symbol, { venues, depth, includeGlobal: false }, listener);
  const watching: Watching = { view: () => view, failure: () => failure };
  return { stream, watching };
}

interface Run {
  readonly io: CliIo;
  readonly ended: AbortController;
}

async function showOnce(
  watching: Watching,
  options: BookOptions,
  { io, ended }: Run,
): Promise<void> {
  const startedMs = io.runtime.now();
  const expected = options.venues?.length ?? orderbookVenues.length;
  let firstMs: number | undefined;
  while (!ended.signal.aborted) {
    throwIfFailed(watching);
    const nowMs = io.runtime.now();
    const { size } = watching.view().venues;
    if (size > 0) firstMs ??= nowMs;
    const isSettled = firstMs !== undefined && nowMs - firstMs >= settleMs;
    if (size >= expected || isSettled) return io.stdout.write(`${toText(watching, options, io)}\n`);
    if (nowMs - startedMs >= firstBookMs && size === 0) {
      const seconds = firstBookMs / 1_000;
      throw new CommandError(`No book of ${watching.view().symbol} came within ${seconds} s.`);
    }
    await io.runtime.sleep(frameMs, ended.signal);
  }
}

async function showLive(
  watching: Watching,
  options: BookOptions,
  { io, ended }: Run,
): Promise<void> {
  const stopKeys = io.terminal.onKey((key) => {
    if (key === 'q' || key === '\u0003') ended.abort();
  });
  io.stdout.write(enterScreen);
  let shown = '';
  try {
    while (!ended.signal.aborted) {
      throwIfFailed(watching);
      const frame = toFrame(toText(watching, options, io));
      if (frame !== shown && !io.stdout.isBlocked) {
        io.stdout.write(frame);
        shown = frame;
      }
      await io.runtime.sleep(frameMs, ended.signal);
    }
  } finally {
    io.stdout.write(leaveScreen);
    stopKeys();
  }
}

async function showBlocks(
  watching: Watching,
  options: BookOptions,
  { io, ended }: Run,
): Promise<void> {
  let shown: BookView | undefined;
  while (!ended.signal.aborted) {
    throwIfFailed(watching);
    const view = watching.view();
    const isNews = view !== shown && view.venues.size > 0;
    if (isNews && !io.stdout.isBlocked) {
      shown = view;
      io.stdout.write(`${toText(watching, options, io)}\n${options.json ? '' : '\n'}`);
    }
    // The wait is short until the first book, so that it is shown as soon as it comes.
    await io.runtime.sleep(shown ? blockMs : frameMs, ended.signal);
  }
}

function toText(watching: Watching, options: BookOptions, io: CliIo): string {
  const view = watching.view();
  const nowMs = io.runtime.now();
  const { depth } = options;
  if (options.json) return JSON.stringify(toJson(view, { depth, nowMs }));
  const isScreen = io.stdout.isTty && !options.once;
  return renderLadder(view, {
    width: io.stdout.columns,
    ...(isScreen ? { height: io.stdout.rows } : {}),
    depth,
    isColoured: hasColours(io),
    nowMs,
  });
}

/** Overwrites line by line instead of clearing first, which would flicker. */
function toFrame(text: string): string {
  return `\u001b[H${text.split('\n').join('\u001b[K\r\n')}\u001b[K\u001b[J`;
}

function throwIfFailed(watching: Watching): void {
  const failure = watching.failure();
  if (failure) throw failure;
}
