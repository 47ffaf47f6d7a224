import type { Clock } from '../../../kit/clock.ts';
import type { FeedTransport } from '../transportPort.ts';

export interface RecordingOptions {
  /** The name of the venue in the recording. */
  readonly venue: string;
  readonly clock: Clock;
  write(line: object): void;
}

/**
 * A transport that writes down everything that passes, as a recording holds it. Connections to one
 * address share a name: who records keeps to one of each, so a second connect is a reconnect.
 */
export function createRecordingTransport(
  inner: FeedTransport,
  { venue, clock, write }: RecordingOptions,
): FeedTransport {
  const names = new Map<string, string>();
  const nameOf = (url: string): string => {
    const known = names.get(url);
    if (known !== undefined) return known;
    const name = `${venue}.${names.size + 1}`;
    names.set(url, name);
    return name;
  };
  const note = (t: string, fields: object) =>
    write({ t, ts: clock.now() / 1_000, venue, ...fields });

  return {
    isRecording: inner.isRecording,
    connect(url, events) {
      const conn = nameOf(url);
      const connection = inner.connect(url, {
        ...events,
        opened() {
          note('connect', { conn, url });
          events.opened();
        },
        frame(text) {
          note('recv', { conn, data: text });
          events.frame(text);
        },
      });
      return {
        send(text) {
          note('send', { conn, data: text });
          connection.send(text);
        },
        close: () => connection.close(),
      };
    },
    async get(url, signal) {
      const text = await inner.get(url, signal);
      note('http', { url, data: text });
      return text;
    },
  };
}
