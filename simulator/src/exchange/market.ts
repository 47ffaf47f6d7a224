import { defineInstrument, type Instrument, type InstrumentRules } from '@windlass/matching';
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
  readonly definition: MarketDefinition;
  readonly instrument: Instrument;
}

/** What an exchange leaves its accounts at when they set nothing. */
const leverageDefault = 20;

/** The first bracket of the larger markets of most exchanges. */
const maintenanceDefault = [{ ratePpm: 5_000 }];

export function toMarket(definition: MarketDefinition, traits: Traits): Market {
  const { base, quote, isInverse = false, kind } = definition;
  const settle = definition.settle ?? (isInverse ? base : quote);
  const contract = kind === 'spot' ? '' : `:${settle}`;
  const expiry = kind === 'future' ? `-${yymmdd(definition.expiry)}` : '';
  const name = `${base}/${quote}${contract}${expiry}`;
  return {
    name,
    id: traits.idOf(definition),
    wallet: traits.walletOf(definition),
    settle,
    definition,
    instrument: defineInstrument(rulesOf(name, definition, traits)),
  };
}

/** The date of an expiry as names of futures have it, in UTC. */
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
    // The mark is the middle of what is shown, and stands for the last price as well.
    triggerSource: 'mark',
  };
}
