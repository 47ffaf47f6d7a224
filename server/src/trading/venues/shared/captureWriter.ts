import { createWriteStream, openSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import type { Clock } from '../../../kit/clock.ts';

/**
 * The busiest books take a megabyte a second: with this much waiting the disk must have stalled.
 */
const waitingBytesMax = 64 * 1024 * 1024;
/** Maximum age of what is lost when the recorder is killed. */
const flushEveryMs = 1_000;

/** Appends lines to a recording. */
export interface CaptureWriter {
  line(fields: object): void;
  /** Number of lines written so far. */
  lines(): number;
  /** Number of characters written so far, before compression. */
  size(): number;
  /** Writes what is left. Rejects when the file could not be written. */
  close(): Promise<void>;
}

export interface CaptureWriterDeps {
  readonly clock: Clock;
  /** Called when the file can no longer be written; nothing is written after this. */
  failed(error: Error): void;
}

/** Creates a new file (`.gz` compresses); throws when it exists or cannot be created. */
export function createCaptureWriter(path: string, deps: CaptureWriterDeps): CaptureWriter {
  // Never overwrites a file: a recording cannot be made again.
  const file = createWriteStream(path, { fd: openSync(path, 'wx', 0o600) });
  return createLineWriter(file, { ...deps, isCompressed: path.endsWith('.gz') });
}

/** Writes the same format into any stream. */
export function createLineWriter(
  file: Writable,
  deps: CaptureWriterDeps & { readonly isCompressed: boolean },
): CaptureWriter {
  const gzip = deps.isCompressed ? createGzip() : undefined;
  const head = gzip ?? file;
  let lines = 0;
  let size = 0;
  let failure: Error | undefined;

  const fail = (error: Error) => {
    if (failure) return;
    failure = error;
    cancelFlush();
    // Lines that still wait would follow a hole in the recording.
    gzip?.destroy();
    file.destroy();
    deps.failed(error);
  };
  gzip?.on('error', fail);
  file.on('error', fail);
  gzip?.pipe(file);
  const cancelFlush = deps.clock.every(flushEveryMs, () => gzip?.flush(constants.Z_SYNC_FLUSH));

  return {
    line(fields) {
      if (failure) return;
      const text = `${JSON.stringify(fields)}\n`;
      lines += 1;
      size += text.length;
      head.write(text);
      const waiting = (gzip?.writableLength ?? 0) + (gzip?.readableLength ?? 0);
      if (waiting + file.writableLength > waitingBytesMax) {
        fail(new Error(`the disk cannot keep up: ${waitingBytesMax} bytes wait to be written`));
      }
    },
    lines: () => lines,
    size: () => size,
    async close() {
      cancelFlush();
      if (failure) throw failure;
      head.end();
      await finished(file).catch((error: unknown) => Promise.reject(failure ?? error));
    },
  };
}
