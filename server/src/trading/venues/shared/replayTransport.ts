import { unreachable } from '../../../kit/assert.ts';
import type { Cancel, Clock } from '../../../kit/clock.ts';
import type { Connection, ConnectionEvents, FeedTransport } from '../transportPort.ts';
import { CaptureError, type CaptureLine, readCapture } from './captureFile.ts';
import { createRecordedDocuments, type RecordedDocuments } from './recordedDocuments.ts';

/** 1 keeps the recorded spacing; `max` goes as fast as the collector takes it. */
export type ReplaySpeed = 1 | 'max';

/**
 * Recordings hold no pings; this stands for them, well within the time that any collector waits.
 */
const aliveEveryMs = 5_000;
/** Longer than any collector waits before it connects again. */
const reconnectMsMax = 70_000;
const reconnectLookMs = 100;
/** Lines played before the replay yields to the event loop: a few milliseconds of work. */
const linesPerTurn = 50;

/** One recording, played through the port that also reaches the network. */
export interface ReplayTransport {
  readonly transport: FeedTransport;
  /**
   * Plays the recording; resolves at its end, or when stopped, with the number of lines played.
   * Nothing is reported afterwards: connections stay open and silent, so that books stay and age.
   */
  play(): Promise<number>;
  stop(): void;
}

export interface ReplayTransportOptions {
  readonly path: string;
  /** The names that the file gives the venue: lines of others are skipped. */
  readonly venues: ReadonlySet<string>;
  /** Address of every recorded connection. */
  readonly connections: ReadonlyMap<string, string>;
  /** Names of hosts that serve the same streams, in groups: a recording may have any of them. */
  readonly streamHosts: readonly (readonly string[])[];
  /** Address of every recorded document. */
  readonly documents: ReadonlySet<string>;
  readonly speed: ReplaySpeed;
  readonly clock: Clock;
}

/** A connection of the collector. */
interface Attached {
  /**
   * The recorded connections that it hears; undefined for the only one of a recording without
   * names.
   */
  readonly conns: ReadonlySet<string> | undefined;
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
  /** Recorded connections that are open at this point of the recording. */
  readonly #up = new Set<string>();
  /** Recorded connections that were lost while the collector listened: it will reconnect. */
  readonly #missed = new Set<string>();
  #stage: 'before' | 'playing' | 'ended' = 'before';
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

  async play(): Promise<number> {
    const { clock, speed, path } = this.#options;
    let lines = 0;
    this.#stage = 'playing';
    const pace = createPace(clock, speed, this.#stopped.signal);
    this.#cancelAlive = clock.every(aliveEveryMs, () => {
      for (const each of this.#attached) if (each.isOpened) each.events.alive();
    });
    try {
      for await (const line of readCapture(path)) {
        if (line.t === 'header') continue;
        // All venues of a file begin together.
        pace.begin(line);
        if (!this.#options.venues.has(line.venue)) continue;
        await pace.due(line);
        if (this.#stopped.signal.aborted) break;
        lines += 1;
        await this.#say(line);
        // A caller that waited for the document acts on it before later frames come, as it did
        // live.
        if (line.t === 'http') await clock.yield();
      }
    } catch (error) {
      // The recording of a killed recorder is played as far as it goes; the scan has reported the
      // cut.
      if (!(error instanceof CaptureError) || !error.isCut) throw error;
    } finally {
      this.#end();
    }
    return lines;
  }

  stop(): void {
    this.#stopped.abort();
    this.#cancelAlive?.();
    this.#attached.clear();
    this.#documents.end();
  }

  /** Otherwise a collector that waits for a connection would keep trying for ever. */
  #end(): void {
    this.#stage = 'ended';
    this.#documents.end();
    for (const each of this.#attached) open(each);
  }

  #connect(url: string, events: ConnectionEvents): Connection {
    const { isRecorded, conns } = connectionsFor(url, this.#options);
    const each: Attached = { conns, events, isOpened: false };
    this.#attached.add(each);
    queueMicrotask(() => {
      if (!this.#attached.has(each)) return;
      if (!isRecorded) return this.#close(each, `the recording has no connection to ${url}`);
      if (this.#isUp(conns)) open(each);
    });
    return {
      send: () => undefined,
      close: () => this.#close(each, 'closed by the collector'),
    };
  }

  #isUp(conns: ReadonlySet<string> | undefined): boolean {
    if (this.#stage !== 'playing' || !conns) return this.#stage !== 'before';
    return [...conns].some((conn) => this.#up.has(conn));
  }

  #close(each: Attached, reason: string): void {
    if (this.#attached.delete(each)) each.events.closed(reason);
  }

  async #say(line: Exclude<CaptureLine, { t: 'header' }>): Promise<void> {
    switch (line.t) {
      case 'connect':
        // Without a line that reports the loss before it, this is a reconnect all the same.
        if (this.#up.has(line.conn)) this.#lose(line.conn, 'the recorder reconnected here');
        await this.#connected(line.conn);
        return;
      case 'close':
        this.#lose(line.conn, 'the recorder lost the connection here');
        return;
      case 'recv':
        if (!this.#up.has(line.conn)) await this.#connected(line.conn);
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

  #lose(conn: string, reason: string): void {
    this.#up.delete(conn);
    const listeners = this.#listeners(conn).filter(({ isOpened }) => isOpened);
    for (const each of listeners) this.#close(each, reason);
    if (listeners.length > 0) this.#missed.add(conn);
  }

  async #connected(conn: string): Promise<void> {
    this.#up.add(conn);
    for (const each of this.#listeners(conn)) open(each);
    if (this.#missed.delete(conn)) await this.#reconnected(conn);
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

  /** Returns the connections that hear what was recorded on `conn`. */
  #listeners(conn: string): Attached[] {
    return [...this.#attached].filter(({ conns }) => conns?.has(conn) ?? true);
  }
}

function open(each: Attached): void {
  if (each.isOpened) return;
  each.isOpened = true;
  each.events.opened();
}

/** Creates the pace, which holds each line back until it is due. */
function createPace(clock: Clock, speed: ReplaySpeed, signal: AbortSignal) {
  const startMs = clock.monotonic();
  let firstAtMs: number | undefined;
  let lineCount = 0;
  return {
    begin({ atMs }: { readonly atMs: number }): void {
      // Lines before the first time have no time, and are due at once.
      if (atMs > 0) firstAtMs ??= atMs;
    },
    async due({ atMs }: { readonly atMs: number }): Promise<void> {
      lineCount += 1;
      const afterMs = speed === 'max' || firstAtMs === undefined ? 0 : atMs - firstAtMs;
      const dueMs = startMs + afterMs - clock.monotonic();
      if (dueMs > 0) await clock.sleep(dueMs, signal);
      else if (lineCount % linesPerTurn === 0) await clock.yield();
    },
  };
}

/**
 * Returns the recorded connections for an address: those of the same host, and of the same path
 * where hosts repeat. It cannot be told which of several the collector means, so it hears them all.
 */
function connectionsFor(
  url: string,
  { connections, streamHosts }: Pick<ReplayTransportOptions, 'connections' | 'streamHosts'>,
): { readonly isRecorded: boolean; readonly conns: ReadonlySet<string> | undefined } {
  // A recording without a connect line has one nameless connection.
  if (connections.size === 0) return { isRecorded: true, conns: undefined };
  const wanted = new URL(url);
  const names = streamHosts.find((group) => group.includes(wanted.hostname)) ?? [wanted.hostname];
  const sameHost = [...connections]
    .map(([conn, recorded]) => ({ conn, url: new URL(recorded) }))
    .filter((each) => names.includes(each.url.hostname));
  const hasPath = sameHost.some((each) => each.url.pathname === wanted.pathname);
  const path = hasPath ? wanted.pathname : sameHost[0]?.url.pathname;
  const conns = sameHost.filter((each) => each.url.pathname === path).map(({ conn }) => conn);
  return { isRecorded: conns.length > 0, conns: new Set(conns) };
}
