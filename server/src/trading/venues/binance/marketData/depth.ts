import { readDecimal } from '../../../../kit/decimal.ts';
import type { WireLevel } from '../../bookPort.ts';
import { type Fields, isFields, parseJson } from '../../shared/json.ts';
import type { VenueInstrument } from '../symbols.ts';

/** A `depthUpdate` whose sizes are base units. */
export interface DepthUpdate {
  /** First and last number that it covers. */
  readonly U: number;
  readonly u: number;
  /** The previous event's `u`; 0 on spot, which sends none. */
  readonly pu: number;
  /** Event time in ms since the epoch. */
  readonly E: number;
  readonly b: readonly WireLevel[];
  readonly a: readonly WireLevel[];
}

export interface DepthSnapshot {
  readonly lastUpdateId: number;
  readonly bids: readonly WireLevel[];
  readonly asks: readonly WireLevel[];
  /** Futures give the time of the snapshot; spot does not. */
  readonly venueTimeMs: number | undefined;
}

/** Checks an event; the levels of coin-margined ones are changed in place. */
export function toDepthUpdate(event: Fields, instrument: VenueInstrument): DepthUpdate | undefined {
  const { U, u, E, b, a } = event;
  const pu = instrument.market === 'spot' ? 0 : event.pu;
  if (!isId(U) || !isId(u) || u < U || typeof pu !== 'number') return undefined;
  if (typeof E !== 'number') return undefined;
  if (!areLevels(b, instrument.contractUsd) || !areLevels(a, instrument.contractUsd)) {
    return undefined;
  }
  return { U, u, pu, E, b, a };
}

/** Reads a depth document. */
export function parseSnapshot(
  text: string,
  { contractUsd }: VenueInstrument,
): DepthSnapshot | undefined {
  const document = parseJson(text);
  if (!isFields(document)) return undefined;
  const { lastUpdateId, bids, asks, E } = document;
  if (!isId(lastUpdateId)) return undefined;
  if (!areLevels(bids, contractUsd) || !areLevels(asks, contractUsd)) return undefined;
  return { lastUpdateId, bids, asks, venueTimeMs: typeof E === 'number' ? E : undefined };
}

function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

/**
 * Checks the shape of levels, and converts contracts to base units where sizes are contracts. The
 * numbers stay text otherwise: the book parses and checks them.
 */
function areLevels(
  levels: unknown,
  contractUsd: number | undefined,
): levels is readonly WireLevel[] {
  if (!Array.isArray(levels)) return false;
  for (let i = 0; i < levels.length; i += 1) {
    const level: unknown = levels[i];
    if (!Array.isArray(level)) return false;
    if (contractUsd !== undefined && !toBaseUnits(level, contractUsd)) return false;
  }
  return true;
}

/** Works in place: it runs for every level of every frame, and a copy costs as much as parsing. */
function toBaseUnits(level: unknown[], contractUsd: number): boolean {
  const [price, contracts] = level;
  if (typeof price !== 'string' || typeof contracts !== 'string') return false;
  const priceUsd = readDecimal(price);
  // The price stays the number that was parsed, so that the book need not parse it again.
  level[0] = priceUsd;
  level[1] = (readDecimal(contracts) * contractUsd) / priceUsd;
  return true;
}
