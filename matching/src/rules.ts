import { ceilDiv, parseAmount, ppmWhole, wholeUnit } from './amounts.ts';
import { type MaintenanceTier, readTiers, type Tier } from './tiers.ts';

export type Side = 'buy' | 'sell';
export type OrderType =
  | 'market'
  | 'limit'
  | 'stop_loss'
  | 'stop_loss_limit'
  | 'take_profit'
  | 'take_profit_limit'
  | 'trailing_stop'
  | 'oco';
export type TimeInForce = 'GTC' | 'IOC' | 'FOK' | 'POST_ONLY';
/** The price that the triggers of an instrument look at. */
export type TriggerSource = 'last' | 'mark' | 'mid';
/** One of the two positions that an account in hedge mode can hold in a contract. */
export type PositionLeg = 'long' | 'short';
/** Cross positions share the wallet; an isolated one has its own margin and no more. */
export type MarginMode = 'cross' | 'isolated';

/**
 * Rules of an instrument as its venue states them. Steps and sizes are decimal text, fees whole
 * ppm.
 */
export interface InstrumentRules {
  readonly symbol: string;
  readonly kind: 'spot' | 'swap' | 'future';
  readonly base: string;
  readonly quote: string;
  /** The asset of margin and profit: the quote of a linear contract, the base of an inverse. */
  readonly settle?: string;
  readonly tickSize: string;
  /** In base units on spot, in contracts on derivatives. */
  readonly lotSize: string;
  readonly minQuantity: string;
  /** In the quote. Reduce-only orders are exempt: a remainder can always be closed. */
  readonly minNotional: string;
  readonly maxQuantity?: string;
  /** Base per contract, or quote per contract when inverse. 1 when absent. */
  readonly contractSize?: string;
  readonly isInverse?: boolean;
  /** May be negative: a rebate. */
  readonly makerFeePpm: number;
  readonly takerFeePpm: number;
  /** Derivatives always pay in the settle asset. */
  readonly spotFeeAsset: 'received' | 'quote';
  readonly orderTypes: readonly OrderType[];
  readonly timeInForce: readonly TimeInForce[];
  readonly triggerSource: TriggerSource;
  /** Refuses a stop the market has already passed, instead of triggering it at once. */
  readonly refusesPassedStop?: boolean;
  readonly leverageDefault?: number;
  readonly leverageMax?: number;
  /** Distance beyond the best price that a market order may reach: five percent when absent. */
  readonly marketBoundPpm?: number;
  /** Maintenance tiers; without any, a position needs no maintenance and is never liquidated. */
  readonly maintenanceTiers?: readonly MaintenanceTier[];
  /** Fee on the liquidated value; none when absent. */
  readonly liquidationFeePpm?: number;
  /** True for contracts held one way whatever the account's mode is. */
  readonly isOneWay?: true;
  /** Both when absent. */
  readonly marginModes?: readonly MarginMode[];
}

/** Five percent, the slippage that venues with a bound of their own allow unasked. */
const marketBoundPpmDefault = 50_000;
/** The highest leverage any of the venues offers. */
const leverageMaxDefault = 125;

/** Rules prepared for integer arithmetic. */
export interface Instrument {
  readonly rules: InstrumentRules;
  /** The rules as JSON, which every dump repeats. */
  readonly rulesText: string;
  readonly isSpot: boolean;
  readonly isInverse: boolean;
  readonly settle: string;
  readonly tick: bigint;
  readonly lot: bigint;
  /** Worth of one lot at one tick, in the quote; linear instruments only. */
  readonly tickLot: bigint;
  /** Quote in one lot; inverse instruments only. */
  readonly quoteLot: bigint;
  readonly minLots: number;
  readonly maxLots: number;
  readonly minNotional: bigint;
  readonly makerPpm: bigint;
  readonly takerPpm: bigint;
  readonly worstPpm: bigint;
  readonly marketBoundPpm: bigint;
  readonly leverageDefault: number;
  readonly leverageMax: number;
  readonly tiers: readonly Tier[];
  readonly liquidationFeePpm: bigint;
  readonly marginModes: readonly MarginMode[];
}

/** Creates an instrument; throws on rules that do not allow exact calculation. */
export function defineInstrument(rules: InstrumentRules): Instrument {
  const tick = positive(rules.tickSize, 'tickSize');
  const lot = positive(rules.lotSize, 'lotSize');
  const contract = positive(rules.contractSize ?? '1', 'contractSize');
  const isInverse = rules.isInverse === true;
  const quoteLot = exact(lot * contract, wholeUnit, 'lotSize × contractSize');
  const tickLot = exact(tick * quoteLot, wholeUnit, 'tickSize × lotSize × contractSize');
  const [maker, taker] = [wholePpm(rules.makerFeePpm), wholePpm(rules.takerFeePpm)];
  const { maxQuantity } = rules;
  const maxLots = maxQuantity === undefined ? undefined : bound(maxQuantity, 'maxQuantity') / lot;
  return {
    rules,
    rulesText: JSON.stringify(rules),
    isSpot: rules.kind === 'spot',
    isInverse,
    settle: rules.settle ?? (isInverse ? rules.base : rules.quote),
    tick,
    lot,
    tickLot,
    quoteLot,
    minLots: Number(ceilDiv(bound(rules.minQuantity, 'minQuantity'), lot)) || 1,
    maxLots: maxLots === undefined ? Number.MAX_SAFE_INTEGER : Number(maxLots),
    minNotional: bound(rules.minNotional, 'minNotional'),
    makerPpm: maker,
    takerPpm: taker,
    worstPpm: [maker, taker, 0n].reduce((a, b) => (a > b ? a : b)),
    marketBoundPpm: BigInt(rules.marketBoundPpm ?? marketBoundPpmDefault),
    leverageDefault: rules.leverageDefault ?? 1,
    leverageMax: rules.leverageMax ?? leverageMaxDefault,
    tiers: readTiers(rules.maintenanceTiers ?? []),
    liquidationFeePpm: notNegative(wholePpm(rules.liquidationFeePpm ?? 0)),
    marginModes: someOf(rules.marginModes ?? ['cross', 'isolated']),
  };
}

function positive(text: string, name: string): bigint {
  const amount = parseAmount(text);
  if (amount === undefined || amount <= 0n) {
    throw new RangeError(`${name} must be a positive decimal, not '${text}'`);
  }
  return amount;
}

function bound(text: string, name: string): bigint {
  const amount = parseAmount(text);
  if (amount === undefined || amount < 0n) {
    throw new RangeError(`${name} must be a decimal of at least 0, not '${text}'`);
  }
  return amount;
}

function exact(dividend: bigint, divisor: bigint, name: string): bigint {
  if (dividend % divisor !== 0n) throw new RangeError(`${name} is finer than 18 decimals`);
  return dividend / divisor;
}

function wholePpm(ppm: number): bigint {
  if (!Number.isSafeInteger(ppm) || Math.abs(ppm) >= Number(ppmWhole)) {
    throw new RangeError(`A fee must be whole ppm below one million, not ${ppm}`);
  }
  return BigInt(ppm);
}

function notNegative(ppm: bigint): bigint {
  if (ppm < 0n) throw new RangeError(`The fee of a liquidation must be at least 0, not ${ppm}`);
  return ppm;
}

function someOf(modes: readonly MarginMode[]): readonly MarginMode[] {
  if (modes.length === 0) throw new RangeError('An instrument needs a margin mode');
  return modes;
}

/**
 * Returns the whole ticks of a decimal price; undefined when it is off the grid, or not positive.
 */
export function priceTicks(instrument: Instrument, text: string): number | undefined {
  return stepsOf(text, instrument.tick);
}

/**
 * Returns the whole lots of a decimal quantity; undefined when it is off the grid, or not positive.
 */
export function quantityLots(instrument: Instrument, text: string): number | undefined {
  return stepsOf(text, instrument.lot);
}

function stepsOf(text: string, step: bigint): number | undefined {
  const amount = parseAmount(text);
  if (amount === undefined || amount <= 0n || amount % step !== 0n) return undefined;
  const steps = Number(amount / step);
  return Number.isSafeInteger(steps) ? steps : undefined;
}

/** Returns the base amount of lots of a spot instrument. */
export function baseOf(instrument: Instrument, lots: number): bigint {
  return BigInt(lots) * instrument.lot;
}

/**
 * Returns the worth of lots at a price in the asset that changes hands: the quote, or the base of
 * an inverse contract. The inverse is rounded down once per trade, alike for both sides.
 */
export function worthOf(instrument: Instrument, ticks: number, lots: number): bigint {
  if (!instrument.isInverse) return BigInt(ticks) * BigInt(lots) * instrument.tickLot;
  const quote = BigInt(lots) * instrument.quoteLot;
  return (quote * wholeUnit) / (BigInt(ticks) * instrument.tick);
}

/** Returns the worth of lots at a price in the quote, for minimums. */
export function notionalOf(instrument: Instrument, ticks: number, lots: number): bigint {
  if (instrument.isInverse) return BigInt(lots) * instrument.quoteLot;
  return worthOf(instrument, ticks, lots);
}
