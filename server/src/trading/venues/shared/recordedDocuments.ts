import { TransportError } from '../transportPort.ts';

/**
 * Maximum number of documents kept that nobody asked for; recordings hold one per symbol, at most a
 * few hundred.
 */
const unaskedMax = 1_000;

/**
 * Snapshots requested during a rush have a fifth of the depth, probes of quiet books at most a
 * tenth.
 */
const depthShareMin = 1 / 8;

/** The REST documents of a recording, given to callers that ask for the same thing. */
export interface RecordedDocuments {
  /** Returns the next matching document; one that came before anybody asked counts, once. */
  get(url: string, signal: AbortSignal): Promise<string>;
  arrived(url: string, text: string): void;
  /** Ends the documents: no more will come, and waiting callers get an error. */
  end(): void;
}

interface Waiting {
  readonly url: URL;
  readonly resolve: (text: string) => void;
  readonly reject: (error: Error) => void;
}

/** @param held Addresses of every document of the recording: no other is worth waiting for. */
export function createRecordedDocuments(held: Iterable<string>): RecordedDocuments {
  const addresses = [...held].map((url) => new URL(url));
  // One entry per call in flight: the collectors bound their number.
  const waiting = new Set<Waiting>();
  const unasked = new Map<string, { readonly url: URL; readonly text: string }>();
  let isEnded = false;

  const takeUnasked = (wanted: URL): string | undefined => {
    for (const [key, { url, text }] of unasked) {
      if (!isAnswer(url, wanted, addresses)) continue;
      unasked.delete(key);
      return text;
    }
    return undefined;
  };

  return {
    get(url, signal) {
      const wanted = new URL(url);
      const early = takeUnasked(wanted);
      if (early !== undefined) return Promise.resolve(early);
      const isHeld = addresses.some((each) => isSameRequest(wanted, each));
      if (isEnded || !isHeld) return Promise.reject(noAnswer(url));
      return new Promise((resolve, reject) => {
        const each: Waiting = { url: wanted, resolve, reject };
        const give = () => {
          waiting.delete(each);
          reject(new TransportError(`GET ${url}: aborted`));
        };
        if (signal.aborted) return give();
        waiting.add(each);
        signal.addEventListener('abort', give, { once: true });
      });
    },
    arrived(url, text) {
      const recorded = new URL(url);
      let isAsked = false;
      for (const each of waiting) {
        if (!isAnswer(recorded, each.url, addresses)) continue;
        isAsked = true;
        waiting.delete(each);
        each.resolve(text);
      }
      if (isAsked) return;
      unasked.delete(url);
      unasked.set(url, { url: recorded, text });
      const [oldest] = unasked.keys();
      if (unasked.size > unaskedMax && oldest !== undefined) unasked.delete(oldest);
    },
    end() {
      isEnded = true;
      for (const each of waiting) each.reject(noAnswer(each.url.href));
      waiting.clear();
    },
  };
}

/**
 * A document much shallower than requested is accepted only when the recording has no deeper one.
 */
function isAnswer(recorded: URL, wanted: URL, held: readonly URL[]): boolean {
  if (!isSameRequest(wanted, recorded)) return false;
  if (isDeepEnough(recorded, wanted)) return true;
  return !held.some((each) => isSameRequest(wanted, each) && isDeepEnough(each, wanted));
}

/**
 * True when two addresses ask for the same: the last path segment and every parameter that both
 * name, except the depth. Hosts and versions change over the years, recordings stay.
 */
function isSameRequest(wanted: URL, recorded: URL): boolean {
  if (lastSegment(wanted) !== lastSegment(recorded)) return false;
  for (const [name, value] of wanted.searchParams) {
    if (name === 'limit') continue;
    const other = recorded.searchParams.get(name);
    if (other !== null && other !== value) return false;
  }
  return true;
}

function isDeepEnough(recorded: URL, wanted: URL): boolean {
  const [has, wants] = [recorded, wanted].map((url) => Number(url.searchParams.get('limit')));
  return !has || !wants || has >= wants * depthShareMin;
}

function lastSegment(url: URL): string | undefined {
  return url.pathname.split('/').at(-1);
}

function noAnswer(url: string): TransportError {
  return new TransportError(`GET ${url}: the recording holds no further answer`);
}
