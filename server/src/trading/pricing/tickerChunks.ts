import type { Cancel, Clock } from '../../kit/clock.ts';
import type { CallOutcome, PriceCalls } from './priceCalls.ts';
import type { KnownTicker } from './tickerMemory.ts';

/** Time that the first request for a missing price waits for others. */
const gatherMs = 25;
/** Maximum number of chunks waiting or in progress: 25,000 coins, more than the provider has. */
const chunksMax = 100;
/** Maximum length of the encoded ids: addresses of some 8 kB have been refused as too long. */
const idsCharsMax = 6_000;

/** The coins of one call by id, as the provider has them now. */
export type ChunkOutcome = CallOutcome<ReadonlyMap<string, KnownTicker>>;

interface Chunk {
  readonly ids: string[];
  charCount: number;
  /** True when nobody waits for any of it. */
  isSpare: boolean;
  readonly outcome: Promise<ChunkOutcome>;
  readonly launch: () => void;
  cancelTimer: Cancel;
}

interface TickerChunksDeps {
  readonly calls: PriceCalls;
  readonly clock: Clock;
  /** Called with every answer, before anybody who waits for it gets it. */
  readonly received: (
    vsCurrency: string,
    ids: readonly string[],
    coins: ReadonlyMap<string, KnownTicker>,
  ) => void;
}

/** Gathers ids into as few calls as possible; each id is in one call at a time. */
export interface TickerChunks {
  /**
   * Returns the outcome of the call with this id, whether in progress or to come. Never rejects.
   * @param isSpare Nobody waits for it; a call that somebody else waits for is not spare.
   */
  join(vsCurrency: string, id: string, isSpare: boolean): Promise<ChunkOutcome>;
}

const busy: Promise<ChunkOutcome> = Promise.resolve({
  ok: false,
  reason: 'Too many prices are being requested at once. Try again shortly.',
});

export function createTickerChunks(deps: TickerChunksDeps): TickerChunks {
  const { calls, clock } = deps;
  /** By currency and id, the chunk with the id until its call is over. */
  const flights = new Map<string, Map<string, Chunk>>();
  /** By currency, the chunk that still accepts ids. */
  const open = new Map<string, Chunk>();
  let alive = 0;

  const openChunk = (vsCurrency: string): Chunk => {
    const gate = Promise.withResolvers<void>();
    const ids: string[] = [];
    const inFlight = flights.get(vsCurrency) ?? new Map<string, Chunk>();
    flights.set(vsCurrency, inFlight);
    const outcome = gate.promise
      .then(() => fetchChunk(deps, vsCurrency, chunk))
      .finally(() => {
        alive -= 1;
        for (const id of ids) inFlight.delete(id);
        if (inFlight.size === 0) flights.delete(vsCurrency);
      });
    const launch = () => {
      chunk.cancelTimer();
      if (open.get(vsCurrency) === chunk) open.delete(vsCurrency);
      gate.resolve();
    };
    const cancelTimer: Cancel = () => undefined;
    const chunk: Chunk = { ids, charCount: 0, isSpare: true, outcome, launch, cancelTimer };
    chunk.cancelTimer = clock.schedule(gatherMs, launch);
    alive += 1;
    open.set(vsCurrency, chunk);
    return chunk;
  };

  /** Returns the open chunk if the id still fits into it, else a new one. */
  const chunkFor = (vsCurrency: string, charCount: number): Chunk | undefined => {
    const current = open.get(vsCurrency);
    if (current && current.charCount + charCount <= idsCharsMax) return current;
    if (alive >= chunksMax) return undefined;
    current?.launch();
    return openChunk(vsCurrency);
  };

  return {
    join(vsCurrency, id, isSpare) {
      const flight = flights.get(vsCurrency)?.get(id);
      if (flight) return joined(flight, isSpare);
      const charCount = encodeURIComponent(id).length + 3;
      const chunk = chunkFor(vsCurrency, charCount);
      if (!chunk) return busy;
      chunk.ids.push(id);
      chunk.charCount += charCount;
      flights.get(vsCurrency)?.set(id, chunk);
      if (chunk.ids.length >= calls.idsPerCall) chunk.launch();
      return joined(chunk, isSpare);
    },
  };
}

/** Adds a caller to the chunk, who waits for it or does not care how soon it comes. */
function joined(chunk: Chunk, isSpare: boolean): Promise<ChunkOutcome> {
  if (!isSpare) chunk.isSpare = false;
  return chunk.outcome;
}

async function fetchChunk(
  { calls, clock, received }: TickerChunksDeps,
  vsCurrency: string,
  { ids, isSpare }: Pick<Chunk, 'ids' | 'isSpare'>,
): Promise<ChunkOutcome> {
  const answer = await calls.tickers(vsCurrency, ids, isSpare);
  if (!answer.ok) return answer;
  const asked = new Set(ids);
  // A coin that nobody asked for would replace a known value without reason.
  const own = answer.value.filter(({ id }) => asked.has(id));
  const fetchedAtMs = clock.now();
  const coins = new Map(own.map((ticker) => [ticker.id, { ticker, fetchedAtMs }]));
  received(vsCurrency, ids, coins);
  return { ok: true, value: coins };
}
