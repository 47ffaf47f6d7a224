import { ceilDiv, parseAmount, ppmWhole } from './amounts.ts';

/** Maintenance margin of positions up to a size, as the venue states it. */
export interface MaintenanceTier {
  /** Decimal text in the quote, counted in; the last tier has none. */
  readonly notionalMax?: string;
  readonly ratePpm: number;
  /** The highest leverage that a position of this size may be set to. */
  readonly leverageMax?: number;
}

/** A tier prepared for integer arithmetic. */
export interface Tier {
  readonly notionalMax: bigint | undefined;
  readonly ratePpm: bigint;
  /** Taken off notional × ratePpm, so that maintenance does not jump where a tier begins. */
  readonly deduction: bigint;
  readonly leverageMax: number | undefined;
}

/** Reads tiers; throws when they do not ascend, or do not end without a bound. */
export function readTiers(tiers: readonly MaintenanceTier[]): readonly Tier[] {
  let before: Tier | undefined;
  return tiers.map(({ notionalMax: text, ratePpm, leverageMax }, index) => {
    const notionalMax = text === undefined ? undefined : parseAmount(text);
    const isLast = index === tiers.length - 1;
    const start = before?.notionalMax ?? 0n;
    if (isLast ? text !== undefined : notionalMax === undefined || notionalMax <= start) {
      throw new RangeError('Tiers must have ascending bounds, and the last none');
    }
    const isRate = Number.isSafeInteger(ratePpm) && ratePpm >= 0 && ratePpm < Number(ppmWhole);
    if (!isRate || BigInt(ratePpm) < (before?.ratePpm ?? 0n)) {
      throw new RangeError('Rates of tiers must be whole ppm below one million, and ascend');
    }
    if (leverageMax !== undefined && !(Number.isSafeInteger(leverageMax) && leverageMax >= 1)) {
      throw new RangeError('The leverage of a tier must be a whole number of at least 1');
    }
    const rate = BigInt(ratePpm);
    const deduction = (before?.deduction ?? 0n) + (rate - (before?.ratePpm ?? 0n)) * start;
    before = { notionalMax, ratePpm: rate, deduction, leverageMax };
    return before;
  });
}

/** Returns the tier of a position; undefined where an instrument has none. */
export function tierAt(tiers: readonly Tier[], notional: bigint): Tier | undefined {
  return tiers.find(({ notionalMax }) => notionalMax === undefined || notional <= notionalMax);
}

/**
 * Returns the maintenance margin of a notional, times the ratio of two amounts: the notional's
 * worth in another asset to the notional. It is rounded up once.
 */
export function maintenanceOf(
  tiers: readonly Tier[],
  notional: bigint,
  ratio: { readonly dividend: bigint; readonly divisor: bigint } = { dividend: 1n, divisor: 1n },
): bigint {
  const tier = tierAt(tiers, notional);
  if (!tier) return 0n;
  const parts = notional * tier.ratePpm - tier.deduction;
  return ceilDiv(parts * ratio.dividend, ppmWhole * ratio.divisor);
}
