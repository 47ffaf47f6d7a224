import type { MarketType } from '../../../model/order.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { VenueTradingFee } from '../../feesPort.ts';
import type { DialectCall } from './dialectCall.ts';

/** Reads an account's fees through one class of ccxt. Throws what the call threw. */
export interface FeesDialect {
  /** Markets whose fees it reads: the class of one kind may know the fees of another as well. */
  readonly marketTypes: readonly MarketType[];
  tradingFee(
    call: DialectCall,
    market: { readonly symbol: InstrumentSymbol; readonly marketType: MarketType },
  ): Promise<VenueTradingFee>;
}
