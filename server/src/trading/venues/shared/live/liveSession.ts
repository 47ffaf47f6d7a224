import type { MarketType } from '../../../model/order.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { ReadPurpose } from '../../callPurpose.ts';
import type {
  CancelOutcome,
  LookupOutcome,
  OrderRef,
  SubmitOutcome,
  VenueFill,
  VenueOrder,
  VenueOrderState,
  VenueSession,
} from '../../venuePort.ts';
import { RateLimitedError } from '../limits/rateLimitedError.ts';
import type { Dialect } from './dialect.ts';
import { codeOf, type Failure, failureOf } from './failures.ts';
import { feesOf } from './feesSession.ts';
import { createLine, type Line, type LineDeps } from './line.ts';
import { perpsOf } from './perpsSession.ts';
import { verify } from './verifying.ts';

export interface LiveSessionDeps extends LineDeps {
  /** Symbols of which the account may have fills since then: venues list fills by symbol. */
  readonly tradedSymbols: (
    marketType: MarketType,
    sinceMs: number,
  ) => Promise<readonly InstrumentSymbol[]>;
}

/** Reads of an order that was only acknowledged: the venue enters it a moment later. */
const ackReadsMax = 4;

/** An account at its venue, over ccxt. An order is sent once, and never again when in doubt. */
export function createLiveSession(deps: LiveSessionDeps): VenueSession {
  const ordering = createLine(deps, { purpose: 'order' });
  const cancelling = createLine(deps, { purpose: 'cancel' });
  const whoeverReads: Omit<VenueSession, keyof LineReads> = {
    submit: (order, signal) => submit(ordering, order, signal),
    cancel: (ref, signal) => cancel(cancelling, ref, signal),
    ...deadMansSwitchOf(deps, cancelling),
    close: async () => undefined,
  };
  const sessionFor = (purpose: ReadPurpose): VenueSession => {
    const line = createLine(deps, { purpose });
    return {
      ...whoeverReads,
      ...readsOf(deps, line),
      ...perpsOf(deps.speakers, line),
      ...feesOf(deps.speakers, line),
      ...positionModeOf(deps, line),
      for: sessionFor,
    };
  };
  return sessionFor('caller');
}

type LineReads = Pick<VenueSession, 'lookup' | 'openOrders' | 'balances' | 'fills' | 'verify'>;

function readsOf(deps: LiveSessionDeps, line: Line): LineReads {
  return {
    lookup: (ref, signal) => lookup(line, ref, signal),
    openOrders: (marketType, symbol, signal) =>
      line.answer(marketType, signal, (call, dialect) =>
        dialect.openOrders(call, marketType, symbol),
      ),
    balances: (marketType, signal) =>
      line.answer(marketType, signal, (call, dialect) => dialect.balances(call, marketType)),
    async fills({ marketType, sinceMs, limit }, signal) {
      const speaker = line.speakerOf(marketType);
      const all: VenueFill[] = [];
      const symbols = await deps.tradedSymbols(marketType, sinceMs);
      for (const part of speaker.dialect.listsAllFills ? together(symbols) : apart(symbols)) {
        const query = { marketType, ...part, sinceMs, limit };
        const some = await line.readAt(speaker, signal, (call, dialect) =>
          dialect.fills(call, query),
        );
        all.push(...some);
      }
      return all.sort((a, b) => a.atMs - b.atMs).slice(0, limit);
    },
    verify: (signal) =>
      verify({ speakers: deps.speakers, read: line.read, clock: deps.clock }, signal),
  };
}

type Symbols = readonly InstrumentSymbol[];

function apart(symbols: Symbols): readonly { readonly symbol: InstrumentSymbol }[] {
  return symbols.map((symbol) => ({ symbol }));
}

function together([symbol, ...also]: Symbols) {
  return symbol === undefined ? [] : [{ symbol, also }];
}

/** Asked of the first class that tells it: the others trade no contracts. */
function positionModeOf(
  { speakers }: LiveSessionDeps,
  line: Line,
): Pick<VenueSession, 'positionMode'> {
  const speaker = speakers.find(({ dialect }) => dialect.positionMode);
  if (!speaker) return {};
  return {
    positionMode: (signal) =>
      line.readAt(speaker, signal, async (call, dialect) => dialect.positionMode?.(call)),
  };
}

/** One for the classes of the venue that have one; none when none has. */
function deadMansSwitchOf(
  { speakers }: LiveSessionDeps,
  line: Line,
): Pick<VenueSession, 'deadMansSwitch'> {
  const marketTypes = speakers.flatMap(({ dialect }) => dialect.deadMansSwitch?.marketTypes ?? []);
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
        const { dialect } = line.speakerOf(marketType);
        if (delayMs === undefined && isWantedBesides(dialect)) return;
        // Setting it twice does no harm: it may be repeated like a read.
        await line.answer(marketType, signal, async (call) =>
          dialect.deadMansSwitch?.set(call, setting),
        );
      },
    },
  };
}

async function cancel(line: Line, ref: OrderRef, signal: AbortSignal): Promise<CancelOutcome> {
  const speaker = line.speakerOf(ref.marketType);
  try {
    await line.run(speaker, signal, (call, dialect) => dialect.cancel(call, ref));
  } catch (error) {
    const { kind, message } = failureOf(error, speaker.dialect.words);
    // It may have filled or ended just before: the order itself tells.
    if (kind !== 'notFound') return { kind: 'unknown', message };
  }
  const found = await lookup(line, ref, signal);
  if (found.kind === 'found') return { kind: 'done', order: found.order };
  return found.kind === 'absent' ? { kind: 'notFound' } : found;
}

async function submit(line: Line, order: VenueOrder, signal: AbortSignal): Promise<SubmitOutcome> {
  const speaker = line.speakerOf(order.marketType);
  try {
    const state = await line.send(speaker, signal, (call, dialect) => dialect.submit(call, order));
    if (state) return { kind: 'acknowledged', order: state };
  } catch (error) {
    const failure = failureOf(error, speaker.dialect.words);
    // Our own limits held it back: nothing is wrong with the way to the venue.
    const isHeld = error instanceof RateLimitedError;
    return refusalOf(isHeld ? { ...failure, kind: 'limited' } : failure, order);
  }
  // An order that was acknowledged exists, whether or not it can be seen yet.
  const ref = { ...order, venueOrderId: undefined };
  for (let count = 0; count < ackReadsMax; count += 1) {
    const found = await lookup(line, ref, signal);
    if (found.kind === 'found') return acknowledgedAs(found.order);
    await line.pause(signal);
  }
  return { kind: 'unknown', message: 'The exchange took the order and does not show it yet.' };
}

/** Some venues take every order, and refuse it a moment later. */
function acknowledgedAs(order: VenueOrderState): SubmitOutcome {
  if (order.status !== 'rejected') return { kind: 'acknowledged', order };
  const message = order.reason ?? 'The exchange refused the order.';
  return { kind: 'rejected', code: codeOf(message), message };
}

async function lookup(line: Line, ref: OrderRef, signal: AbortSignal): Promise<LookupOutcome> {
  const speaker = line.speakerOf(ref.marketType);
  try {
    const order = await line.read(speaker, signal, (call, dialect) => dialect.lookup(call, ref));
    return order ? { kind: 'found', order } : { kind: 'absent' };
  } catch (error) {
    const { kind, message } = failureOf(error, speaker.dialect.words);
    return kind === 'notFound' ? { kind: 'absent' } : { kind: 'unknown', message };
  }
}

/** Of a sending that failed. */
function refusalOf(failure: Failure, { marketType, leg }: VenueOrder): SubmitOutcome {
  switch (failure.kind) {
    case 'notSent':
      return { kind: 'rejected', code: 'NOT_SENT', message: failure.message };
    case 'limited':
      return { kind: 'rejected', code: 'OTHER', message: failure.message };
    case 'notFound':
      return { kind: 'unknown', message: failure.message };
    case 'refused': {
      if (failure.code === 'POSITION_MODE') {
        const mode = leg === undefined ? 'hedge' : 'one-way';
        const message = `The account is in ${mode} mode at the exchange now: verify it again.`;
        return { kind: 'rejected', code: failure.code, message };
      }
      const isMargin = failure.code === 'INSUFFICIENT_BALANCE' && marketType !== 'spot';
      const code = isMargin ? 'INSUFFICIENT_MARGIN' : failure.code;
      return { kind: 'rejected', code, message: failure.message };
    }
    case 'unknown':
      return failure;
  }
}
