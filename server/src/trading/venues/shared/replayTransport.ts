import { unreachable } from '../../../kit/assert.ts';
import type { Cancel, Clock } from '../../../kit/clock.ts';
import type { Connection, ConnectionEvents, FeedTransport } from '../transportPort.ts';
import { CaptureError, type CaptureLine, readCapture } from './captureFile.ts';
import { createRecordedDocuments, type RecordedDocuments } from './recordedDocuments.ts';

/** 1 keeps the recorded spacing; `max` goes as fast as the collector takes it. */
export type ReplaySpeed = 1 | 'max';

/** Recordings hold no pings; this stands for them, well inside every collector's patience. */
const aliveEveryMs = 5_000;
/** Longer than any collector waits before it connects again. */
const reconnectMsMax = 70_000;
const reconnectLookMs = 100;
/** Lines between two breaths: a few milliseconds of work. */
const linesPerTurn = 50;

/** One recording, played through the port that the network is reached by. */
export interface ReplayTransport {
  readonly transport: FeedTransport;
  /**
   * Plays the recording; resolves at its end, or when stopped. Afterwards nothing is said any more:
   * connections stay open and silent, so that books stay and age.
   */
  play(): Promise<void>;
  stop(): void;
}

export interface ReplayTransportOptions {
  readonly path: string;
  /** The names the file gives the venue: lines of others are passed over. */
  readonly venues: ReadonlySet<string>;
  /** Address of every recorded connection. */
  readonly connections: ReadonlyMap<string, string>;
  /** Address of every recorded document. */
  readonly documents: ReadonlySet<string>;
  readonly speed: ReplaySpeed;
  readonly clock: Clock;
}

interface Attached {
  readonly conn: string | undefined;
  readonly events: ConnectionEvents;
  isOpened: boolean;
}

export function createReplayTransport(options: ReplayTransportOptions): ReplayTransport {
  return new FileReplay(options);
}

class FileReplay implements ReplayTransport {
  readonly transport: FeedTransport;
  readonly #options: ReplayTransportOptions;
  readonly #stopped = new AbortController();
  readonly #documents: RecordedDocuments;
  readonly #attached = new Set<Attached>();
  /** Recorded connections that have been opened so far. */
  readonly #started = new Set<string>();
  #isPlaying = false;
  #cancelAlive: Cancel | undefined;

  constructor(options: ReplayTransportOptions) {
    this.#options = options;
    this.#documents = createRecordedDocuments(options.documents);
    this.transport = {
      isRecording: true,
      connect: (url, events) => this.#connect(url, events),
      get: (url, signal) => this.#documents.get(url, signal),
    };
  }

  async play(): Promise<void> {
    const { clock, speed, path } = this.#options;
    this.#isPlaying = true;
    const pace = createPace(clock, speed, this.#stopped.signal);
    this.#cancelAlive = clock.every(aliveEveryMs, () => {
      for (const each of this.#attached) if (each.isOpened) each.events.alive();
    });
    try {
      for await (const line of readCapture(path)) {
        if (line.t === 'header' || !this.#options.venues.has(line.venue)) continue;
        await pace(line);
        if (this.#stopped.signal.aborted) break;
        await this.#say(line);
        // Whoever waited for the document acts on it before later frames come, as it did live.
        if (line.t === 'http') await clock.yield();
      }
    } catch (error) {
      // What a killed recorder left is played as far as it goes; the scan has said so.
      if (!(error instanceof CaptureError) || !error.isCut) throw error;
    } finally {
      this.#documents.end();
    }
  }

  stop(): void {
    this.#stopped.abort();
    this.#cancelAlive?.();
    this.#attached.clear();
    this.#documents.end();
  }

  #connect(url: string, events: ConnectionEvents): Connection {
    const { isRecorded, conn } = connectionFor(url, this.#options.connections);
    const each: Attached = { conn, events, isOpened: false };
    this.#attached.add(each);
    queueMicrotask(() => {
      if (!this.#attached.has(each)) return;
      if (!isRecorded) return this.#close(each, `the recording has no connection to ${url}`);
      if (conn === undefined ? this.#isPlaying : this.#started.has(conn)) open(each);
    });
    return {
      send: () => undefined,
      close: () => this.#close(each, 'closed by the collector'),
    };
  }

  #close(each: Attached, reason: string): void {
    if (this.#attached.delete(each)) each.events.closed(reason);
  }

  async #say(line: Exclude<CaptureLine, { t: 'header' }>): Promise<void> {
    switch (line.t) {
      case 'connect':
        await this.#connected(line.conn);
        return;
      case 'recv':
        if (!this.#started.has(line.conn)) await this.#connected(line.conn);
        for (const each of this.#listeners(line.conn)) {
          open(each);
          each.events.frame(line.data);
        }
        return;
      case 'http':
        this.#documents.arrived(line.url, line.data);
        return;
      case 'send':
        return;
      default:
        unreachable(line);
        return;
    }
  }

  async #connected(conn: string): Promise<void> {
    // A second connect on the same connection is a reconnect of the recorder: frames were missed.
    const isAgain = this.#started.has(conn);
    this.#started.add(conn);
    const listeners = this.#listeners(conn);
    if (!isAgain) {
      for (const each of listeners) open(each);
      return;
    }
    for (const each of listeners) this.#close(each, 'the recorder reconnected here');
    if (listeners.length > 0) await this.#reconnected(conn);
  }

  /** Holds the recording until the collector is back, as the snapshots follow at once. */
  async #reconnected(conn: string): Promise<void> {
    const { clock } = this.#options;
    const untilMs = clock.monotonic() + reconnectMsMax;
    const { signal } = this.#stopped;
    while (clock.monotonic() < untilMs && !signal.aborted) {
      if (this.#listeners(conn).some(({ isOpened }) => isOpened)) return;
      await clock.sleep(reconnectLookMs, signal);
    }
  }

  /** Connections that hear what was recorded on `conn`. */
  #listeners(conn: string): Attached[] {
    return [...this.#attached].filter((each) => each.conn === undefined || each.conn === conn);
  }
}

function open(each: Attached): void {
  if (each.isOpened) return;
  each.isOpened = true;
  each.events.opened();
}

/** Holds a line back until it is due. */
function createPace(clock: Clock, speed: ReplaySpeed, signal: AbortSignal) {
  const startMs = clock.monotonic();
  let firstAtMs: number | undefined;
  let lineCount = 0;
  return async (line: { readonly atMs: number }): Promise<void> => {
    lineCount += 1;
    firstAtMs ??= line.atMs;
    const dueMs = speed === 'max' ? 0 : startMs + line.atMs - firstAtMs - clock.monotonic();
    if (dueMs > 0) await clock.sleep(dueMs, signal);
    else if (lineCount % linesPerTurn === 0) await clock.yield();
  };
}

/** The recorded connection that answers an address: same host, and same path where hosts repeat. */
function connectionFor(
  url: string,
  connections: ReadonlyMap<string, string>,
): { readonly isRecorded: boolean; readonly conn: string | undefined } {
  // A recording without a connect line has one nameless connection.
  if (connections.size === 0) return { isRecorded: true, conn: undefined };
  const wanted = new URL(url);
  const sameHost = [...connections].filter(
    ([, recorded]) => new URL(recorded).hostname === wanted.hostname,
  );
  const samePath = sameHost.find(([, recorded]) => new URL(recorded).pathname === wanted.pathname);
  const [conn] = samePath ?? sameHost[0] ?? [];
  return { isRecorded: conn !== undefined, conn };
}
