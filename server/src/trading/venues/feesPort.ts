import type { MarketType } from '../model/order.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';

/** The fees that a venue charges an account in a market. */
export interface VenueTradingFee {
  /** Basis points of the notional; negative is a rebate. */
  readonly makerBps: number;
  readonly takerBps: number;
  /** The venue's own name of the tier, when it gives one. */
  readonly tier: string | undefined;
  /** True when the fees are those of a volume tier, rather than the account's own. */
  readonly isTierBased: boolean;
}

/** Fees of an account at its venue; absent when the venue does not report them. */
export interface FeesSession {
  /** Rejects with `VenueUnavailableError` when the venue cannot be asked. */
  tradingFee?(
    market: { readonly symbol: InstrumentSymbol; readonly marketType: MarketType },
    signal: AbortSignal,
  ): Promise<VenueTradingFee>;
}
