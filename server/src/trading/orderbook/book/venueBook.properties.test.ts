import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createManualClock } from '../../../../test/support/manualClock.ts';
import { assert } from '../../../kit/assert.ts';
import { parseSymbol } from '../../model/symbol.ts';
import type { FlagReason, WireLevel } from '../../venues/bookPort.ts';
import type { Level, WritableBook } from '../types.ts';
import { createVenueBook } from './venueBook.ts';

type Message =
  | { readonly kind: 'snapshot' | 'update'; readonly bids: WireLevel[]; readonly asks: WireLevel[] }
  | { readonly kind: 'flag'; readonly reason: FlagReason };

/** The state of a book as a reader sees it. */
interface View {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  readonly flagged: FlagReason | undefined;
  readonly hasData: boolean;
  readonly gaps: number;
  readonly resyncs: number;
  readonly updates: number;
}

const unopened: View = {
  bids: [],
  asks: [],
  flagged: undefined,
  hasData: false,
  gaps: 0,
  resyncs: 0,
  updates: 0,
};

// Bids of 1 to 11 and asks of 10 to 20 cross now and then; one level in fifty is invalid.
const levelsAt = (min: number, max: number): fc.Arbitrary<WireLevel[]> =>
  fc.array(
    fc.tuple(
      fc.integer({ min, max }),
      fc.oneof(
        { weight: 49, arbitrary: fc.integer({ min: 0, max: 3 }) },
        { weight: 1, arbitrary: fc.constantFrom('-1', 'NaN', '') },
      ),
    ),
    { maxLength: 4 },
  );
const change = fc.record({
  kind: fc.constantFrom('snapshot' as const, 'update' as const, 'update' as const),
  bids: levelsAt(1, 11),
  asks: levelsAt(10, 20),
});
const flagging = fc.record({
  kind: fc.constant('flag' as const),
  reason: fc.constantFrom<FlagReason>(
    'gap',
    'checksum',
    'crossed',
    'malformed',
    'restart',
    'reach',
  ),
});
const messages = fc.array(
  fc.oneof({ weight: 10, arbitrary: change }, { weight: 1, arbitrary: flagging }),
  { maxLength: 60, size: 'max' },
);

function nextSide(before: readonly Level[], changes: readonly WireLevel[], order: 1 | -1): Level[] {
  const byPrice = new Map(before);
  for (const [price, quantity] of changes) byPrice.set(Number(price), Number(quantity));
  const left = [...byPrice].filter(([, quantity]) => quantity > 0);
  return left.sort(([a], [b]) => (a - b) * order);
}

/** Applies the rules of the book in their simplest form. */
function nextView(before: View, message: Message): View {
  if (message.kind === 'flag') return flaggedView(before, message.reason);
  const isOpen = before.hasData && before.flagged === undefined;
  if (message.kind === 'update' && !isOpen) return before;
  const quantities = [...message.bids, ...message.asks].map(([, quantity]) => quantity);
  if (quantities.some((each) => typeof each === 'string')) return flaggedView(before, 'malformed');
  const base = message.kind === 'update' ? before : unopened;
  const bids = nextSide(base.bids, message.bids, -1);
  const asks = nextSide(base.asks, message.asks, 1);
  const [bid, ask] = [bids[0], asks[0]];
  if (bid && ask && bid[0] >= ask[0]) return flaggedView(before, 'crossed');
  const isResync = message.kind === 'snapshot' && before.flagged !== undefined;
  const resyncs = before.resyncs + (isResync ? 1 : 0);
  const updates = before.updates + 1;
  return { ...before, bids, asks, flagged: undefined, hasData: true, resyncs, updates };
}

function flaggedView(before: View, reason: FlagReason): View {
  const isGap = before.flagged === undefined && (reason === 'gap' || reason === 'checksum');
  const gaps = before.gaps + (isGap ? 1 : 0);
  const isEmptied = reason === 'crossed' || reason === 'malformed';
  const emptied = isEmptied ? { bids: [], asks: [], hasData: false } : {};
  return { ...before, ...emptied, flagged: reason, gaps };
}

function viewOf(book: WritableBook): View {
  return {
    bids: book.bids(1_000),
    asks: book.asks(1_000),
    flagged: book.flagged,
    hasData: book.hasData,
    gaps: book.gapsTotal,
    resyncs: book.resyncsTotal,
    updates: book.updatesTotal,
  };
}

function isWrong({ flagged }: View): boolean {
  return flagged === 'crossed' || flagged === 'malformed';
}

function contentOf({ bids, asks, flagged, hasData }: View): string {
  return JSON.stringify({ bids, asks, flagged, hasData });
}

/** True for an update that may undo itself: it counts as a change though it ends as it began. */
function namesPriceTwice(message: Message): boolean {
  if (message.kind !== 'update') return false;
  const isTwice = (levels: readonly WireLevel[]) =>
    new Set(levels.map(([price]) => price)).size < levels.length;
  return isTwice(message.bids) || isTwice(message.asks);
}

function setUp() {
  const told: string[] = [];
  const symbol = parseSymbol('BTC/USDT');
  assert(symbol, 'a symbol');
  const book = createVenueBook({
    venue: 'binance',
    symbol,
    clock: createManualClock(),
    events: {
      changed: () => told.push('changed'),
      live: () => told.push('live'),
      reconnecting: () => told.push('reconnecting'),
      failed: () => told.push('failed'),
    },
  });
  const send = (message: Message): boolean => {
    if (message.kind !== 'flag')
      return book[message.kind](message.bids, message.asks, { sequence: 1 });
    book.flag(message.reason);
    return true;
  };
  return { book, told, send };
}

test('a book follows the plainly told rules, and is never crossed when it may be used', () => {
  fc.assert(
    fc.property(messages, (sent) => {
      const { book, told, send } = setUp();
      let expected = unopened;
      for (const message of sent) {
        const before = expected;
        expected = nextView(before, message);
        told.length = 0;
        const isTaken = send(message);
        expect(viewOf(book)).toEqual(expected);
        // An update of a book that is out of sync is ignored, which is no refusal.
        const isAside = message.kind === 'update' && !(before.hasData && !before.flagged);
        expect(isTaken).toBe(message.kind === 'flag' || isAside || !isWrong(expected));
        expect(told.includes('live')).toBe(expected.updates > before.updates);

        const [bid, ask] = [book.bestBid(), book.bestAsk()];
        if (bid && ask) expect(bid[0]).toBeLessThan(ask[0]);
        const isUsable = expected.hasData && expected.flagged === undefined;
        expect(book.health().confidence > 0).toBe(isUsable);
      }
    }),
    { numRuns: 300 },
  );
});

test('the version grows with every change of content or flag and with nothing else', () => {
  fc.assert(
    fc.property(messages, (sent) => {
      const { book, told, send } = setUp();
      for (const message of sent) {
        const [view, version] = [contentOf(viewOf(book)), book.version];
        told.length = 0;
        send(message);
        const isChanged = contentOf(viewOf(book)) !== view;
        const grown = book.version - version;
        if (isChanged || !namesPriceTwice(message)) expect(grown).toBe(isChanged ? 1 : 0);
        expect(told.filter((what) => what === 'changed')).toHaveLength(grown);
      }
    }),
    { numRuns: 300 },
  );
});
