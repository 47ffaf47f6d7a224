import type { Clock } from '../../../kit/clock.ts';
import type { Logger } from '../../../kit/logger.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import { CaptureError, type CaptureLine, readCapture } from './captureFile.ts';
import type { FeedCollector } from './collector.ts';

/** Lines read before a scan yields to the event loop: a few milliseconds of work. */
const linesPerTurn = 500;
/** A clock that is adjusted while it records moves by less; that does not show in the books. */
const backMsMax = 1_000;

const jumpsBack =
  'Recording jumps back in time: lines older than one before them are played at once, ' +
  'so its books are not of one moment; sort the lines by ts to keep their spacing';

interface ScanOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly collectors: readonly FeedCollector[];
}

/** The findings of a file's scan for one venue. */
export interface Recording {
  readonly path: string;
  readonly collector: FeedCollector;
  /** The names that the file gives the venue. */
  readonly venues: Set<string>;
  readonly connections: Map<string, string>;
  readonly documents: Set<string>;
  readonly symbols: Set<InstrumentSymbol>;
}

/**
 * Reads a file once for its venues, connections, documents and symbols. Logs whatever the replay
 * will not do as its user might expect.
 */
export async function scanRecording(path: string, options: ScanOptions): Promise<Recording[]> {
  const found = new Map<FeedCollector, Recording>();
  const byName = new Map<string, Recording>();
  let lineCount = 0;
  let latestMs = 0;
  let backMs = 0;
  try {
    for await (const line of readCapture(path)) {
      lineCount += 1;
      if (lineCount % linesPerTurn === 0) await options.clock.yield();
      if (line.t === 'header') line.venues.forEach(add);
      else {
        latestMs = Math.max(latestMs, line.atMs);
        backMs = Math.max(backMs, latestMs - line.atMs);
        note(line, byName.get(line.venue));
      }
      if (found.size === 0) return [];
    }
  } catch (error) {
    if (!(error instanceof CaptureError) || !error.isCut || lineCount === 0) throw error;
    options.logger.warn({ file: path, reason: error.message }, 'Recording is cut short');
  }
  if (backMs > backMsMax)
    options.logger.warn({ file: path, backMs: Math.round(backMs) }, jumpsBack);
  return [...found.values()];

  function add(name: string): void {
    const collector = options.collectors.find((each) => each.recordedAs.includes(name));
    if (!collector) {
      options.logger.warn({ file: path, venue: name }, 'Recording skipped: no collector');
      return;
    }
    const recording = found.get(collector) ?? emptyRecording(path, collector);
    recording.venues.add(name);
    found.set(collector, recording);
    byName.set(name, recording);
  }
}

function emptyRecording(path: string, collector: FeedCollector): Recording {
  const [connections, documents] = [new Map<string, string>(), new Set<string>()];
  return { path, collector, venues: new Set(), connections, documents, symbols: new Set() };
}

type TrafficLine = Exclude<CaptureLine, { t: 'header' }>;

function note(line: TrafficLine, recording: Recording | undefined): void {
  if (!recording) return;
  const { connections, documents, symbols, collector } = recording;
  if (line.t === 'connect' && !connections.has(line.conn)) connections.set(line.conn, line.url);
  if (line.t === 'http') documents.add(line.url);
  const url = 'conn' in line ? connections.get(line.conn) : undefined;
  for (const symbol of collector.symbolsIn(line, url)) symbols.add(symbol);
}
