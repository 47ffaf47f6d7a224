import type { ReadPurpose } from '../../../model/callPurpose.ts';
import type { MarketType } from '../../../model/order.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { VenueFill, VenueSession } from '../../venuePort.ts';
import type { Dialect } from './dialect.ts';
import { feesOf } from './feesSession.ts';
import { createGatheredLookups, type Lookup } from './gathered.ts';
import { createLateFills } from './lateFills.ts';
import { createLine, type Line, type LineDeps } from './line.ts';
import { perpsOf } from './perpsSession.ts';
import { cancel, lookup, submit } from './sending.ts';
import { createSharedAnswers, type SharedAnswers } from './sharedAnswers.ts';
import { verify } from './verifying.ts';

export interface LiveSessionDeps extends LineDeps {
  /**
   * Returns symbols in which the account may have fills since then: venues list fills by symbol.
   */
  readonly tradedSymbols: (
    marketType: MarketType,
    sinceMs: number,
  ) => Promise<readonly InstrumentSymbol[]>;
}

/**
 * Opens an account at its venue, over ccxt. An order is sent once, and never again when in doubt.
 */
export function createLiveSession(deps: LiveSessionDeps): VenueSession {
  const lateFills = createLateFills(deps);
  const lookups = lookupsOf(deps);
  const whoeverReads: Omit<VenueSession, keyof LineReads | 'lookup' | 'togetherMax'> = {
    mayHoldBack: true,
    doubtfulEnds: deps.dialectClients
      .filter(({ dialect }) => dialect.provesEnds !== true)
      .flatMap(({ dialect }) => dialect.marketTypes),
    async submit(order, signal) {
      const outcome = await submit(deps, order, signal);
      lateFills.sent(outcome);
      return outcome;
    },
    takenWithinMs: ({ marketType, type }) =>
      createLine(deps, { purpose: 'order' }).clientOf(marketType).dialect.takenWithinMs(type),
    cancel: (ref, signal) => cancel(deps, ref, signal),
    bringFills: (signal) => lateFills.bring(signal),
    ...deadMansSwitchOf(deps, createLine(deps, { purpose: 'cancel', changes: true })),
    close: async () => {
      lateFills.stop();
      lookups.stop();
    },
  };
  const sessionFor = (purpose: ReadPurpose, answers?: SharedAnswers): VenueSession => {
    const line = createLine(deps, { purpose }, answers);
    return {
      ...whoeverReads,
      ...readsOf(deps, line),
      lookup: lookups.as(purpose),
      togetherMax: lookups.togetherMax,
      ...perpsOf(deps.dialectClients, line),
      ...feesOf(deps.dialectClients, line),
      ...modesOf(deps, line),
      for: (other) => sessionFor(other),
      forOneLook: () => sessionFor(purpose, createSharedAnswers()),
    };
  };
  return sessionFor('caller');
}

/** Callers are answered at once; code that looks after orders asks for many at the same moment. */
function lookupsOf(deps: LiveSessionDeps) {
  // A look-up is always sent: it never uses an answer that a comparison has read before.
  const forCallers = createLine(deps, { purpose: 'caller' });
  const gathered = createGatheredLookups({
    clock: deps.clock,
    clientOf: forCallers.clientOf,
    lineFor: (aim) => createLine(deps, aim),
    told: (state) => deps.events.order(state),
  });
  const callers: Lookup = (ref, signal) => lookup(forCallers, ref, signal);
  return {
    as: (purpose: ReadPurpose): Lookup => (purpose === 'caller' ? callers : gathered.as(purpose)),
    togetherMax: (marketType: MarketType): number =>
      forCallers.clientOf(marketType).dialect.lookupMany?.ordersMax ?? 1,
    stop: gathered.stop,
  };
}

type LineReads = Pick<VenueSession, 'openOrders' | 'balances' | 'fills' | 'fillsAtOnce' | 'verify'>;

function readsOf(deps: LiveSessionDeps, line: Line): LineReads {
  return {
    openOrders: (marketType, symbol, signal) =>
      line.answer(marketType, signal, (call, dialect) =>
        dialect.openOrders(call, marketType, symbol),
      ),
    balances: (marketType, signal) =>
      line.answer(marketType, signal, (call, dialect) => dialect.balances(call, marketType)),
    fillsAtOnce: (marketType) => line.clientOf(marketType).dialect.fillsAtOnce,
    async fills({ marketType, symbol, sinceMs, limit }, signal) {
      const dialectClient = line.clientOf(marketType);
      const all: VenueFill[] = [];
      const symbols = symbol ? [symbol] : await deps.tradedSymbols(marketType, sinceMs);
      for (const part of dialectClient.dialect.listsAllFills ? together(symbols) : apart(symbols)) {
        const query = { marketType, ...part, sinceMs, limit };
        const some = await line.readAt(dialectClient, signal, (call, dialect) =>
          dialect.fills(call, query),
        );
        all.push(...some);
      }
      return all.sort((a, b) => a.atMs - b.atMs).slice(0, limit);
    },
    verify: (signal) =>
      verify({ dialectClients: deps.dialectClients, read: line.read, clock: deps.clock }, signal),
  };
}

type Symbols = readonly InstrumentSymbol[];

function apart(symbols: Symbols): readonly { readonly symbol: InstrumentSymbol }[] {
  return symbols.map((symbol) => ({ symbol }));
}

function together([symbol, ...also]: Symbols) {
  return symbol === undefined ? [] : [{ symbol, also }];
}

/** Returns the calls of the first class that reports each mode: the others trade no contracts. */
function modesOf(
  { dialectClients }: LiveSessionDeps,
  line: Line,
): Pick<VenueSession, 'positionMode' | 'unifiedMode'> {
  const ofPositions = dialectClients.find(({ dialect }) => dialect.positionMode);
  const ofMargin = dialectClients.find(({ dialect }) => dialect.unifiedMode);
  return {
    ...(ofPositions && {
      positionMode: (signal) =>
        line.readAt(ofPositions, signal, async (call, dialect) => dialect.positionMode?.(call)),
    }),
    ...(ofMargin && {
      unifiedMode: (signal) =>
        line.readAt(ofMargin, signal, async (call, dialect) => dialect.unifiedMode?.(call)),
    }),
  };
}

/** Returns one switch for the classes of the venue that have one; undefined when none has. */
function deadMansSwitchOf(
  { dialectClients }: LiveSessionDeps,
  line: Line,
): Pick<VenueSession, 'deadMansSwitch'> {
  const marketTypes = dialectClients.flatMap(
    ({ dialect }) => dialect.deadMansSwitch?.marketTypes ?? [],
  );
  if (marketTypes.length === 0) return {};
  const wanting = new Set<MarketType>();
  const isWantedBesides = ({ deadMansSwitch: own }: Dialect): boolean =>
    own?.isShared === true && own.marketTypes.some((each) => wanting.has(each));
  return {
    deadMansSwitch: {
      marketTypes,
      async set(setting, signal) {
        const { marketType, delayMs } = setting;
        if (delayMs === undefined) wanting.delete(marketType);
        else wanting.add(marketType);
        const { dialect } = line.clientOf(marketType);
        if (delayMs === undefined && isWantedBesides(dialect)) return;
        // Setting it twice does no harm, so it may be repeated like a read.
        await line.answer(marketType, signal, async (call) =>
          dialect.deadMansSwitch?.set(call, setting),
        );
      },
    },
  };
}
