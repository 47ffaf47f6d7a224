import { addExact, type Exact, exactly, formatExact, zeroExact } from '../../../src/kit/exact.ts';
import { marketTypeOf } from '../../../src/trading/model/order.ts';
import type { InstrumentSymbol } from '../../../src/trading/model/symbol.ts';
import type {
  PerpsSession,
  VenueLedgerEntry,
  VenuePosition,
} from '../../../src/trading/venues/perpsPort.ts';

/** Derivatives of a scripted account: funding and positions, as a test writes them. */
export interface ScriptedPerps {
  /** Pays funding in USDT: the balance moves at once, and the list follows if a test says so. */
  pay(amount: string, isListed?: boolean): VenueLedgerEntry;
  list(payment: VenueLedgerEntry): void;
  /** Adds base units to the position, below zero for a sale; one contract is 0.001 of the base. */
  hold(symbol: InstrumentSymbol, units: string): void;
  /** Positions that are reported beside those. */
  readonly others: VenuePosition[];
  readonly payments: VenueLedgerEntry[];
  readonly session: Pick<PerpsSession, 'fundingPayments' | 'positions'>;
}

interface ScriptedPerpsDeps {
  /** Time by the venue's clock. */
  readonly now: () => number;
  readonly called: (verb: string) => Promise<void>;
  readonly paid: (asset: string, amount: string) => void;
}

export function createScriptedPerps({ now, called, paid }: ScriptedPerpsDeps): ScriptedPerps {
  const held = new Map<InstrumentSymbol, Exact>();
  const payments: VenueLedgerEntry[] = [];
  const others: VenuePosition[] = [];
  let count = 0;
  const perps: ScriptedPerps = {
    payments,
    others,
    pay(amount, isListed = true) {
      count += 1;
      const entry = { id: `funding-${count}`, symbol: undefined, asset: 'USDT', info: {} };
      const payment = { ...entry, amount, atMs: now() };
      paid(payment.asset, amount);
      if (isListed) perps.list(payment);
      return payment;
    },
    list: (payment) => payments.push(payment),
    hold: (symbol, units) =>
      held.set(symbol, addExact(held.get(symbol) ?? zeroExact, exactly(units))),
    session: {
      async fundingPayments({ marketType, sinceMs = 0, limit }) {
        await called('fundingPayments');
        if (marketType !== 'swap') return [];
        return payments.filter(({ atMs }) => atMs >= sinceMs).slice(0, limit);
      },
      async positions(marketType) {
        await called('positions');
        const own = [...held].flatMap(([symbol, units]) =>
          units.digits === 0n ? [] : [scriptedPosition(symbol, { units: formatExact(units) })],
        );
        return [...own, ...others].filter((position) => position.marketType === marketType);
      },
    },
  };
  return perps;
}

/** Returns a position of base units, at 10 by default, in contracts of 0.001. */
export function scriptedPosition(
  name: string,
  { units = '1', ...changes }: Partial<VenuePosition> & { readonly units?: string } = {},
): VenuePosition {
  const symbol = name as InstrumentSymbol;
  const { digits, scale } = exactly(units);
  const size = digits < 0n ? -digits : digits;
  return {
    symbol,
    marketType: marketTypeOf(symbol),
    side: digits < 0n ? 'short' : 'long',
    contracts: Number(formatExact({ digits: size * 1_000n, scale })),
    contractSize: 0.001,
    entryPrice: 10,
    markPrice: 10,
    notional: undefined,
    leverage: undefined,
    unrealizedPnl: undefined,
    marginMode: undefined,
    liquidationPrice: undefined,
    collateral: undefined,
    maintenanceMargin: undefined,
    updatedAtMs: undefined,
    info: {},
    ...changes,
  };
}
