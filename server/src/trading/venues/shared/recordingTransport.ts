import type { Clock } from '../../../kit/clock.ts';
import type { FeedTransport } from '../transportPort.ts';

export interface RecordingOptions {
  /** Prefix of the connections' names, which belong to the recording. */
  readonly name: string;
  readonly clock: Clock;
  write(line: object): void;
}

/**
 * Creates a transport that writes down everything that passes, in the format of a recording. A
 * reconnect takes the name of the connection that was lost before it at the same address;
 * connections to one address that are open together have different names.
 */
export function createRecordingTransport(
  inner: FeedTransport,
  { name, clock, write }: RecordingOptions,
): FeedTransport {
  const names = createNames(name);
  const note = (t: string, fields: object) => write({ t, ts: clock.now() / 1_000, ...fields });

  return {
    isRecording: inner.isRecording,
    connect(url, events) {
      const conn = names.take(url);
      let state: 'opening' | 'open' | 'over' = 'opening';
      const over = () => {
        if (state === 'over') return;
        if (state === 'open') note('close', { conn });
        state = 'over';
        names.giveBack(conn);
      };
      const connection = inner.connect(url, {
        opened() {
          if (state === 'opening') {
            state = 'open';
            note('connect', { conn, url });
          }
          events.opened();
        },
        frame(text) {
          if (state === 'open') note('recv', { conn, data: text });
          events.frame(text);
        },
        alive: () => events.alive(),
        closed(reason) {
          over();
          events.closed(reason);
        },
      });
      return {
        send(text) {
          if (state === 'open') note('send', { conn, data: text });
          connection.send(text);
        },
        close() {
          // Written now and not when the venue agrees: nobody listens to what still comes.
          over();
          connection.close();
        },
      };
    },
    async get(url, signal) {
      const text = await inner.get(url, signal);
      note('http', { url, data: text });
      return text;
    },
  };
}

function createNames(prefix: string) {
  // As many names as connections were ever open together: few, as a freed one is used again.
  const addresses = new Map<string, string>();
  const taken = new Set<string>();
  return {
    take(url: string): string {
      for (const [name, address] of addresses) {
        if (address !== url || taken.has(name)) continue;
        taken.add(name);
        return name;
      }
      const name = `${prefix}.${addresses.size + 1}`;
      addresses.set(name, url);
      taken.add(name);
      return name;
    },
    giveBack(name: string): void {
      taken.delete(name);
    },
  };
}
