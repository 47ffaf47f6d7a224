import {
  defineInstrument,
  type Instrument,
  type InstrumentRules,
  parseAmount,
} from '@windlass/matching';
import type { MarketDefinition } from './definition.ts';
import type { Traits } from './traits.ts';

/** A market as an exchange has it. */
export interface Market {
  /** `BASE/QUOTE`, with `:SETTLE` for contracts, and with `-YYMMDD` for those that expire. */
  readonly name: string;
  /** The exchange's own name. */
  readonly id: string;
  readonly wallet: string;
  readonly settle: string;
  /** The currently published definition. */
  readonly definition: MarketDefinition;
  /** Units of prices and quantities, which never change while the market exists. */
  readonly instrument: Instrument;
  /** Steps that an order's price and quantity must currently be multiples of. */
  readonly steps: Steps;
}

export interface Steps {
  readonly tick: bigint;
  readonly lot: bigint;
}

/** Filters that an exchange changes while a market runs, as decimal text. */
export type Filters = Pick<MarketDefinition, 'tick' | 'lot' | 'minQuantity' | 'minNotional'>;

/** Leverage of accounts that set none. */
const leverageDefault = 20;

/** The first bracket of the larger markets of most exchanges. */
const maintenanceDefault = [{ ratePpm: 5_000 }];

export function toMarket(definition: MarketDefinition, traits: Traits): Market {
  const { base, quote, isInverse = false, kind } = definition;
  const settle = definition.settle ?? (isInverse ? base : quote);
  const contract = kind === 'spot' ? '' : `:${settle}`;
  const expiry = kind === 'future' ? `-${yymmdd(definition.expiry)}` : '';
  const name = `${base}/${quote}${contract}${expiry}`;
  const instrument = defineInstrument(rulesOf(name, definition, traits));
  return {
    name,
    id: traits.idOf(definition),
    wallet: traits.walletOf(definition),
    settle,
    definition,
    instrument,
    steps: { tick: instrument.tick, lot: instrument.lot },
  };
}

/**
 * Returns the market under other filters. Steps may become coarser than the opening ones, in which
 * open orders and positions are still counted.
 */
export function refiltered(market: Market, filters: Partial<Filters>): Market {
  const { instrument, definition: old } = market;
  const definition = { ...old, ...filters };
  const { minQuantity, minNotional } = definition;
  return {
    ...market,
    definition,
    instrument: defineInstrument({ ...instrument.rules, minQuantity, minNotional }),
    steps: {
      tick: multipleOf(instrument.tick, definition.tick),
      lot: multipleOf(instrument.lot, definition.lot),
    },
  };
}

function multipleOf(step: bigint, text: string): bigint {
  const amount = parseAmount(text) ?? 0n;
  if (amount <= 0n || amount % step !== 0n) {
    throw new RangeError(`'${text}' is no multiple of the step that the market was opened with`);
  }
  return amount;
}

/** Returns the date of an expiry, in UTC, as names of futures have it. */
export function yymmdd(expiry: number | undefined): string {
  if (expiry === undefined) throw new RangeError('A future needs its expiry');
  return new Date(expiry).toISOString().slice(2, 10).replaceAll('-', '');
}

function rulesOf(symbol: string, definition: MarketDefinition, traits: Traits): InstrumentRules {
  const { tick, lot, settle, expiry: _, kind, ...rest } = definition;
  return {
    leverageDefault,
    ...(kind !== 'spot' && { maintenanceTiers: maintenanceDefault }),
    ...rest,
    ...traits.marketTraits(definition),
    symbol,
    kind,
    ...(settle !== undefined && kind !== 'spot' && { settle }),
    tickSize: tick,
    lotSize: lot,
    // The mark is the middle of the shown book, and also stands for the last price.
    triggerSource: 'mark',
  };
}
