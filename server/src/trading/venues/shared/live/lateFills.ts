import type { Cancel } from '../../../../kit/clock.ts';
import { compareExact, exactly } from '../../../../kit/exact.ts';
import type { MarketType } from '../../../model/order.ts';
import type { SubmitOutcome, VenueFill, VenueOrderState } from '../../venuePort.ts';
import { fillSlackMs } from './fillWindow.ts';
import { createLine, type Line, type LineDeps } from './line.ts';
import { sumsOf } from './shapes.ts';

/**
 * Reads the fills of orders when the venue answered only with their sums. One list serves all
 * orders that ended meanwhile, so that many orders cost hardly more than one.
 */
export interface LateFills {
  /** Notes the outcome of sending an order. */
  sent(outcome: SubmitOutcome): void;
  /**
   * Reads the missing fills for a comparison; rejects with `VenueUnavailableError` when it cannot.
   */
  bring(signal: AbortSignal): Promise<void>;
  stop(): void;
}

/** Venues list fills within two seconds, and orders often come in a row. */
const readEveryMs = 5_000;
/** After a minute the comparison has read them; more orders than this are left to it as well. */
const readsMax = 12;
const owedMax = 500;
/** Maximum number of fills in one list: as many as venues return at once. */
const listMax = 2_000;

interface Owed {
  readonly state: VenueOrderState;
  reads: number;
}

export function createLateFills(deps: LineDeps): LateFills {
  const { clock, dialectClients } = deps;
  const line = createLine(deps, { purpose: 'history' });
  const comparing = createLine(deps, { purpose: 'comparison' });
  const owed = new Map<string, Owed>();
  const ended = new AbortController();
  let cancelRead: Cancel | undefined;

  const readIn = async (marketType: MarketType, by: Line, signal: AbortSignal): Promise<void> => {
    const all = [...owed.values()].filter(({ state }) => state.marketType === marketType);
    const [symbol, ...also] = [...new Set(all.map(({ state }) => state.symbol))];
    if (symbol === undefined) return;
    const sinceMs = Math.min(...all.map(({ state }) => state.createdAtMs)) - fillSlackMs;
    const query = { marketType, symbol, also, sinceMs, limit: listMax };
    const fills = await by.answer(marketType, signal, (call, dialect) =>
      dialect.fills(call, query),
    );
    for (const each of all) {
      each.reads += 1;
      const isWhole = tell(deps, each.state, fills);
      if (isWhole || each.reads >= readsMax) owed.delete(each.state.venueOrderId);
    }
  };
  const readAll = async (by: Line, signal: AbortSignal): Promise<void> => {
    for (const { dialect } of dialectClients) {
      for (const marketType of dialect.marketTypes) await readIn(marketType, by, signal);
    }
  };
  const readSoon = (): void => {
    if (owed.size === 0 || ended.signal.aborted) return;
    cancelRead ??= clock.schedule(readEveryMs, () => {
      readAll(line, ended.signal)
        .catch(() => countMissed(owed))
        .finally(() => {
          cancelRead = undefined;
          readSoon();
        });
    });
  };
  return {
    sent(outcome) {
      if (outcome.kind !== 'acknowledged' || !isLate(line, outcome.order)) return;
      if (owed.size >= owedMax) return;
      owed.set(outcome.order.venueOrderId, { state: outcome.order, reads: 0 });
      readSoon();
    },
    bring: (signal) => readAll(comparing, signal),
    stop() {
      ended.abort();
      cancelRead?.();
      owed.clear();
    },
  };
}

/** Counts a failed reading; after a few, the fills are left to the comparison. */
function countMissed(owed: Map<string, Owed>): void {
  for (const each of owed.values()) each.reads += 1;
  for (const [id, { reads }] of owed) if (reads >= readsMax) owed.delete(id);
}

function isLate(line: Line, { marketType, status, filled, fees }: VenueOrderState): boolean {
  const isUntold = status !== 'open' && Number(filled) > 0 && Object.keys(fees).length === 0;
  return isUntold && line.clientOf(marketType).dialect.tellsFillsLater === true;
}

/** Reports the fills of an order, and the order once they are complete; returns true then. */
function tell(
  { clock, events }: LineDeps,
  state: VenueOrderState,
  fills: readonly VenueFill[],
): boolean {
  const own = fills.filter(({ venueOrderId }) => venueOrderId === state.venueOrderId);
  for (const fill of own) events.fill({ ...fill, clientId: state.clientId });
  const sums = sumsOf(own);
  const isWhole = compareExact(exactly(sums.filled), exactly(state.filled)) >= 0;
  if (isWhole) events.order({ ...state, ...sums, updatedAtMs: clock.now() });
  return isWhole;
}
