import type { MarketType } from '../model/order.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';

/** What the venue charges an account in a market. */
export interface VenueTradingFee {
  /** Basis points of the value; negative is a rebate. */
  readonly makerBps: number;
  readonly takerBps: number;
  /** The venue's own name of the tier, where it tells one. */
  readonly tier: string | undefined;
  /** Whether the fees are those of a volume tier, rather than the account's own. */
  readonly isTierBased: boolean;
}

/** Fees of an account at its venue; absent where the venue does not tell them. */
export interface FeesSession {
  /** Rejects with `VenueUnavailableError` when it cannot be asked. */
  tradingFee?(
    market: { readonly symbol: InstrumentSymbol; readonly marketType: MarketType },
    signal: AbortSignal,
  ): Promise<VenueTradingFee>;
}
