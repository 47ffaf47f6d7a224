import type { MarketType } from '../../../model/order.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import type { VenueOrderState } from '../../venuePort.ts';
import { openRecords } from './orderLists.ts';
import { kindOf } from './rows.ts';
import { sizedState } from './trailing.ts';

export async function readOpenOrders(
  call: DialectCall,
  marketType: MarketType,
  symbol: InstrumentSymbol | undefined,
): Promise<readonly VenueOrderState[]> {
  const states: VenueOrderState[] = [];
  for (const { symbol: own, record } of await openRecords(call, marketType, symbol)) {
    if (own === undefined || kindOf(own) !== marketType) continue;
    states.push(await sizedState(call, record, { symbol: own, marketType }));
  }
  return states.sort((a, b) => a.createdAtMs - b.createdAtMs);
}
