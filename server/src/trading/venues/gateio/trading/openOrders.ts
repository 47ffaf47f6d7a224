import type { MarketType } from '../../../model/order.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import type { VenueOrderState } from '../../venuePort.ts';
import { marketNamed } from './contracts.ts';
import { asleepState, setterOf } from './lookup.ts';
import { openRows } from './orderLists.ts';
import type { Market } from './rows.ts';
import { plainState } from './states.ts';

export async function readOpenOrders(
  call: DialectCall,
  marketType: MarketType,
  symbol: InstrumentSymbol | undefined,
): Promise<readonly VenueOrderState[]> {
  const states: VenueOrderState[] = [];
  for (const row of await openRows(call, { marketType, symbol, path: 'orders' })) {
    const market = marketOf(call, row, marketType);
    if (market) states.push(await openState(call, row, market));
  }
  for (const row of await openRows(call, { marketType, symbol, path: 'price_orders' })) {
    const market = marketOf(call, row, marketType);
    if (market) states.push(await asleepState(call, row, { market, clientId: undefined }));
  }
  return states;
}

/** Returns an open order, or the conditional one that it replaced. */
async function openState(call: DialectCall, row: Fields, market: Market): Promise<VenueOrderState> {
  const asleep = await setterOf(call, row, market);
  if (!asleep) return plainState(call, row, market);
  return asleepState(call, asleep, { market, clientId: undefined });
}

function marketOf(call: DialectCall, row: Fields, marketType: MarketType): Market | undefined {
  const symbol = marketNamed(call, row, marketType);
  return symbol && { symbol, marketType };
}
