import type { Clock } from '../../../server/src/kit/clock.ts';
import type { InstrumentSymbol } from '../../../server/src/trading/model/symbol.ts';
import type { VenueId } from '../../../server/src/trading/model/venue.ts';
import type {
  BookFeed,
  BookWriter,
  OpenFeed,
  WireLevel,
} from '../../../server/src/trading/venues/bookPort.ts';
import type { FeedSet } from '../../../server/src/trading/venues/feeds.ts';
import type { ListedMarket, MarketSource } from '../../../server/src/trading/venues/marketPort.ts';
import type { Chance } from '../chance.ts';
import type { Faults } from '../faults.ts';

/** What goes wrong with a venue's book for a while. */
export type BookTrouble = 'gap' | 'crossed' | 'silence';

/** Books of few levels that move seldom: hours of them pass in seconds. */
export interface SimMarket {
  /** The feeds as one incarnation opens them. */
  feeds(clock: Clock): FeedSet;
  /** As the venue says it now. */
  mid(venue: VenueId): number;
  trouble(venue: VenueId, kind: BookTrouble): void;
  isTroubled(venue: VenueId): boolean;
  /** The book is told anew. */
  heal(venue: VenueId): void;
  /** It is told as it was some seconds ago, and a moment later as it is. */
  tellOld(venue: VenueId): void;
  /** Why nobody should take from the book now: what its feed said, or how long it was still. */
  objection(venue: VenueId): string | undefined;
  /** The books of a dead incarnation were told to nobody else. */
  forget(): void;
}

export interface SimMarketDeps {
  readonly chance: Chance;
  readonly faults: Faults;
  readonly elapsedMs: () => number;
  /** Between two moves of the price. */
  readonly stepMs: number;
}

/** The one market of these runs. */
export const simSymbol = 'BTC/USDT' as InstrumentSymbol;
export const simVenues = ['binance', 'kraken'] as readonly string[] as readonly VenueId[];
const simUsd = 50_000;

const rules: Readonly<Record<string, Partial<ListedMarket>>> = {
  binance: { priceTick: 0.01, quantityStep: 0.00001, quantityMin: 0.00001, notionalMin: 5 },
  kraken: { priceTick: 0.1, quantityStep: 0.00005, quantityMin: 0.0001, notionalMin: 1 },
};

/** Less than the second after which a stall bound of two would be in doubt. */
const wordMs = 900;
const openMs = 20;
const levelsEach = 12;
/** Of one move: a market that fills what rests near it within minutes. */
const moveBps = 4;
/** A book that the venue has not spoken of for so long is not to be taken from (Orderbook §2.3). */
const staleMs = 2_000;
/** An old snapshot is corrected by the next within that. */
const oldMs = 400;

/** One venue's book, and whoever has it open. */
interface SimBook {
  open(writer: BookWriter, clock: Clock): OpenFeed;
  isTroubled(): boolean;
  strike(kind: BookTrouble): void;
  heal(): void;
  tellOld(): void;
  objection(): string | undefined;
  forget(): void;
}

export function createSimMarket(deps: SimMarketDeps): SimMarket {
  const path = createPath(deps.chance);
  const stepNow = () => Math.floor(deps.elapsedMs() / deps.stepMs);
  const books = new Map(
    simVenues.map((venue) => {
      const sides = (step: number) => path.sides(venue, step);
      return [venue, createBook(deps, { sides, stepNow })];
    }),
  );
  const bookOf = (venue: VenueId): SimBook => {
    const book = books.get(venue);
    if (!book) throw new Error(`${venue} is no venue of this market`);
    return book;
  };
  return {
    feeds: (clock) => feedSet(clock, (venue, writer) => bookOf(venue).open(writer, clock)),
    mid: (venue) => path.mid(venue, stepNow()),
    trouble: (venue, kind) => bookOf(venue).strike(kind),
    isTroubled: (venue) => bookOf(venue).isTroubled(),
    heal: (venue) => bookOf(venue).heal(),
    tellOld: (venue) => bookOf(venue).tellOld(),
    objection: (venue) => bookOf(venue).objection(),
    forget() {
      for (const book of books.values()) book.forget();
    },
  };
}

interface Sides {
  readonly bids: WireLevel[];
  readonly asks: WireLevel[];
}

interface Showing {
  readonly sides: (step: number) => Sides;
  readonly stepNow: () => number;
}

interface Opened {
  readonly writer: BookWriter;
  readonly clock: Clock;
}

/** What a venue says of its book, to whoever has it open. */
function createVoice(
  { elapsedMs, stepMs }: SimMarketDeps,
  { sides, stepNow }: Showing,
  isSilent: () => boolean,
) {
  let opened: Opened | undefined;
  let sequence = 0;
  let shownStep = -1;
  let lastWordMs = Number.NEGATIVE_INFINITY;
  const show = (step: number): void => {
    sequence += 1;
    shownStep = step;
    lastWordMs = elapsedMs();
    const { bids, asks } = sides(step);
    opened?.writer.snapshot(bids, asks, { sequence });
  };
  const speak = (): void => {
    if (isSilent()) return;
    const step = stepNow();
    if (step !== shownStep) {
      show(step);
      return;
    }
    lastWordMs = elapsedMs();
    opened?.writer.alive();
  };
  return {
    show,
    speak,
    opened: () => opened,
    stillMs: () => elapsedMs() - lastWordMs,
    cross(): void {
      const best = Math.max(...sides(stepNow()).asks.map(([price]) => Number(price)));
      opened?.writer.update([[best, 1]], [], { sequence });
    },
    open(writer: BookWriter, clock: Clock): OpenFeed {
      const mine = { writer, clock };
      opened = mine;
      shownStep = -1;
      const cancel = clock.schedule(openMs, speak);
      const stop = clock.every(Math.min(wordMs, stepMs), speak);
      return {
        close() {
          cancel();
          stop();
          if (opened === mine) opened = undefined;
        },
      };
    },
    forget(): void {
      opened = undefined;
      lastWordMs = Number.NEGATIVE_INFINITY;
    },
  };
}

function createBook(deps: SimMarketDeps, showing: Showing): SimBook {
  const { chance, faults } = deps;
  const { stepNow } = showing;
  let trouble: BookTrouble | undefined;
  const voice = createVoice(deps, showing, () => trouble !== undefined);
  return {
    open: voice.open,
    forget: voice.forget,
    isTroubled: () => trouble !== undefined,
    strike(kind) {
      const opened = voice.opened();
      if (trouble !== undefined || !opened) return;
      trouble = kind;
      faults.fired('F10', kind);
      if (kind === 'gap') opened.writer.flag('gap');
      if (kind === 'crossed') voice.cross();
    },
    heal() {
      trouble = undefined;
      voice.speak();
    },
    tellOld() {
      const opened = voice.opened();
      if (trouble !== undefined || !opened) return;
      faults.fired('F11', 'book');
      voice.show(Math.max(0, stepNow() - chance.integer(1, 5)));
      opened.clock.schedule(oldMs, () => {
        if (trouble === undefined) voice.show(stepNow());
      });
    },
    objection() {
      if (!voice.opened()) return 'it is not open';
      if (trouble === 'gap' || trouble === 'crossed') return `it is flagged for ${trouble}`;
      const stillMs = voice.stillMs();
      return stillMs > staleMs ? `it has been still for ${stillMs} ms` : undefined;
    },
  };
}

/** Prices and levels of each step, the same for every incarnation. */
function createPath(chance: Chance) {
  const mids: number[] = [simUsd];
  const midAt = (step: number): number => {
    while (mids.length <= step) {
      const last = mids.at(-1) ?? simUsd;
      mids.push(last * (1 + chance.between(-moveBps, moveBps) / 10_000));
    }
    return mids[step] ?? simUsd;
  };
  const shift = new Map(simVenues.map((venue) => [venue, chance.between(-1, 1) / 10_000]));
  const halfSpread = new Map(simVenues.map((venue) => [venue, chance.between(0.2, 1.5) / 10_000]));
  const depth = chance.between(0.01, 0.2);
  const mid = (venue: VenueId, step: number) => midAt(step) * (1 + (shift.get(venue) ?? 0));
  const side = (venue: VenueId, step: number, away: 1 | -1): WireLevel[] => {
    const tick = rules[venue]?.priceTick ?? 0.01;
    const best = mid(venue, step) * (1 + away * (halfSpread.get(venue) ?? 0));
    return Array.from({ length: levelsEach }, (_, level): WireLevel => {
      const price = best * (1 + (away * level * 1.5) / 10_000);
      const onTick = Math[away === 1 ? 'ceil' : 'floor'](price / tick);
      // Uneven, and the same at every look.
      const share = ((step * 7 + level * 13) % 10) + 1;
      return [Number((onTick * tick).toFixed(2)), Number(((depth * share) / 10).toFixed(5))];
    });
  };
  return {
    mid,
    sides: (venue: VenueId, step: number) => ({
      bids: side(venue, step, -1),
      asks: side(venue, step, 1),
    }),
  };
}

type Open = (venue: VenueId, writer: BookWriter) => OpenFeed;

function feedSet(clock: Clock, open: Open): FeedSet {
  const feedOf = (venue: VenueId): BookFeed => ({
    venue,
    lists: (symbol) => (symbol === simSymbol ? 'yes' : 'no'),
    open: (_symbol, writer) => open(venue, writer),
    stop: async () => undefined,
  });
  const sourceOf = (venue: VenueId): MarketSource => ({
    venue,
    markets: async () => [listed(venue)],
    tickers: async () => [],
  });
  return {
    feeds: new Map(simVenues.map((venue) => [venue, feedOf(venue)])),
    markets: {
      sources: new Map(simVenues.map((venue) => [venue, sourceOf(venue)])),
      isKept: false,
    },
    preload: [],
    simulated: {
      priceAt: (asset) => (asset === 'BTC' ? simUsd : 1),
      marketTimeMs: () => clock.now(),
      funding: () => undefined,
    },
    start: () => undefined,
    stop: async () => undefined,
  };
}

function listed(venue: VenueId): ListedMarket {
  return {
    ...{ symbol: simSymbol, venueSymbol: simSymbol, kind: 'spot', base: 'BTC', quote: 'USDT' },
    ...{ settle: undefined, isActive: true, contractSize: 1, isInverse: false },
    ...{ priceTick: 0.01, quantityStep: 0.00001, quantityMin: 0.00001, notionalMin: 5 },
    ...rules[venue],
  };
}
