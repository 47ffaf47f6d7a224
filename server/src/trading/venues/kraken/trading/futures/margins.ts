import { readDecimal } from '../../../../../kit/decimal.ts';
import { type Fields, isFields } from '../../../shared/json.ts';
import { readVolume, valueAt } from '../../../shared/wireFields.ts';

/** A position, as far as the venue's lists describe it. */
export interface Stake {
  readonly isInverse: boolean;
  readonly isLong: boolean;
  /** Coins, or dollars for an inverse contract. */
  readonly units: number;
  readonly entryPrice: number;
  readonly markPrice: number | undefined;
  /** Set for an isolated position. */
  readonly leverage: number | undefined;
  /** The market's rates, as parts of the notional, for a position of this size. */
  readonly rates: MarginRates | undefined;
}

export interface MarginRates {
  readonly initial: number;
  readonly maintenance: number;
}

/**
 * The equity and the margin requirements of a wallet, in the asset that its contracts are settled
 * in.
 */
export interface Backing {
  readonly equity: number | undefined;
  readonly initial: number | undefined;
  readonly maintenance: number | undefined;
}

/** A field is undefined when it does not follow from what the venue reports. */
export interface Margin {
  readonly unrealizedPnl: number | undefined;
  readonly collateral: number | undefined;
  readonly maintenanceMargin: number | undefined;
  readonly liquidationPrice: number | undefined;
}

/** Reads the backing of the wallet of contracts in dollars, or of that of a coin. */
export function backingOf(account: unknown): Backing {
  const [equity, ...needs] = isFields(valueAt(account, 'auxiliary'))
    ? [
        valueAt(account, 'auxiliary', 'pv'),
        valueAt(account, 'marginRequirements', 'im'),
        valueAt(account, 'marginRequirements', 'mm'),
      ]
    : ['marginEquity', 'initialMargin', 'maintenanceMargin'].map((name) => valueAt(account, name));
  const [initial, maintenance] = needs.map(readVolume);
  const worth = readDecimal(equity);
  return { equity: Number.isFinite(worth) ? worth : undefined, initial, maintenance };
}

/** Levels are sorted smallest first; each is for positions from a size on. */
export function ratesAt(levels: unknown, size: number): MarginRates | undefined {
  const rows: readonly Fields[] = Array.isArray(levels) ? levels.filter(isFields) : [];
  const level = rows.findLast(
    ({ contracts, numNonContractUnits }) => readDecimal(contracts ?? numNonContractUnits) <= size,
  );
  const [initial, maintenance] = [level?.initialMargin, level?.maintenanceMargin].map(readVolume);
  return initial === undefined || maintenance === undefined ? undefined : { initial, maintenance };
}

/**
 * Returns margins of all positions of one wallet. The venue reports only sums. An isolated position
 * has the margin that it was entered with; each of the others has its part of the rest, by size.
 */
export function marginsOf(stakes: readonly Stake[], backing: Backing): readonly Margin[] {
  const given = stakes.map(givenTo);
  const apart = given.reduce<number>((all, own) => all + (own ?? 0), 0);
  const rest = backing.initial === undefined ? undefined : backing.initial - apart;
  const initials = shares(
    rest,
    stakes.map((stake) => (stake.leverage === undefined ? weightOf(stake, 'initial') : 'none')),
  );
  const maintenances = shares(
    backing.maintenance,
    stakes.map((stake) => weightOf(stake, 'maintenance')),
  );
  const known = stakes.map((stake, at) => ({
    stake,
    unrealizedPnl: profitOf(stake),
    collateral: given[at] ?? initials[at],
    maintenanceMargin: maintenances[at],
  }));
  return known.map(({ stake, ...own }) => ({
    ...own,
    liquidationPrice: liquidationOf(
      stake,
      own,
      stake.leverage === undefined ? crossBacking(known, backing, own) : isolatedBacking(own),
    ),
  }));
}

/** Returns the value in the settle asset. */
function worthAt({ isInverse, units }: Stake, price: number): number {
  return isInverse ? units / price : units * price;
}

function givenTo(stake: Stake): number | undefined {
  const { leverage, entryPrice } = stake;
  return leverage === undefined ? undefined : worthAt(stake, entryPrice) / leverage;
}

function weightOf(stake: Stake, kind: keyof MarginRates): number | undefined {
  const { markPrice, rates } = stake;
  if (markPrice === undefined || rates === undefined) return undefined;
  return worthAt(stake, markPrice) * rates[kind];
}

/** Splits a sum in proportion to the weights; all of it belongs to the only one. */
function shares(
  total: number | undefined,
  weights: readonly (number | undefined | 'none')[],
): readonly (number | undefined)[] {
  const counted = weights.filter((weight) => weight !== 'none');
  const sum = counted.reduce<number>((all, weight) => all + (weight ?? Number.NaN), 0);
  return weights.map((weight) => {
    if (weight === 'none' || total === undefined || total < 0) return undefined;
    if (counted.length === 1) return total;
    return weight === undefined || !(sum > 0) ? undefined : (total * weight) / sum;
  });
}

function profitOf({ isInverse, isLong, units, entryPrice, markPrice }: Stake): number | undefined {
  if (markPrice === undefined) return undefined;
  const gained = isInverse
    ? units * (1 / entryPrice - 1 / markPrice)
    : units * (markPrice - entryPrice);
  return isLong ? gained : -gained;
}

type Own = Omit<Margin, 'liquidationPrice'>;

/** The money behind a position, and the part of it that other positions need. */
interface Behind {
  readonly money: number;
  readonly needed: number;
}

function isolatedBacking({ collateral }: Own): Behind | undefined {
  return collateral === undefined ? undefined : { money: collateral, needed: 0 };
}

/** Returns all of the wallet except the margins of isolated positions. */
function crossBacking(
  known: readonly (Own & { readonly stake: Stake })[],
  { equity, maintenance }: Backing,
  own: Own,
): Behind | undefined {
  const apart = known.filter(({ stake }) => stake.leverage !== undefined);
  const sum = (part: (each: Own) => number | undefined) =>
    apart.reduce((all, each) => all + (part(each) ?? Number.NaN), 0);
  const kept = sum(({ collateral = Number.NaN, unrealizedPnl }) =>
    unrealizedPnl === undefined ? undefined : collateral + unrealizedPnl,
  );
  const { unrealizedPnl, maintenanceMargin } = own;
  if (equity === undefined || maintenance === undefined) return undefined;
  if (unrealizedPnl === undefined || maintenanceMargin === undefined) return undefined;
  return {
    money: equity - kept - unrealizedPnl,
    needed: maintenance - sum((each) => each.maintenanceMargin) - maintenanceMargin,
  };
}

/**
 * Returns the price at which the money behind the position, with its profit there, equals the need:
 *   money + profit(price) = needed + rate × worth(price)
 * with everything else as it is now. Undefined when the position can lose no more than it has.
 */
function liquidationOf(
  stake: Stake,
  { maintenanceMargin }: Own,
  behind: Behind | undefined,
): number | undefined {
  const { isInverse, isLong, units, entryPrice, markPrice } = stake;
  if (!behind || markPrice === undefined || maintenanceMargin === undefined) return undefined;
  const rate = maintenanceMargin / worthAt(stake, markPrice);
  const sign = isLong ? 1 : -1;
  const spare = behind.money - behind.needed;
  const price = isInverse
    ? (units * (sign + rate)) / (spare + (sign * units) / entryPrice)
    : (sign * units * entryPrice - spare) / (units * (sign - rate));
  return Number.isFinite(price) && price > 0 ? price : undefined;
}
