import type { MarketType } from '../../../model/order.ts';
import { type InstrumentSymbol, parseSymbol, symbolParts } from '../../../model/symbol.ts';
import type { CcxtOrder } from '../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { encodeRequest } from '../../shared/live/encodeRequest.ts';
import type { NoFields } from '../../shared/live/endpoint.ts';
import type { VenueOrderState } from '../../venuePort.ts';
import type { Market } from './fills.ts';
import { statesOf } from './states.ts';

export async function readOpenOrders(
  call: DialectCall,
  marketType: MarketType,
  symbol: InstrumentSymbol | undefined,
): Promise<readonly VenueOrderState[]> {
  if (marketType !== 'swap') return [];
  const orders = await call.client.fetchOpenOrders(
    symbol,
    undefined,
    undefined,
    encodeRequest<NoFields>({}),
  );
  const all = orders.flatMap((order) => {
    const market = marketOf(order, marketType);
    return market ? [{ order, market }] : [];
  });
  const states = await statesOf(call, all);
  return states.toSorted(
    (a, b) => a.createdAtMs - b.createdAtMs || Number(a.venueOrderId) - Number(b.venueOrderId),
  );
}

/** Returns undefined for spot and the builders' exchanges, which are listed with the rest. */
function marketOf({ symbol: name }: CcxtOrder, marketType: MarketType): Market | undefined {
  const symbol = name === undefined ? undefined : parseSymbol(name);
  if (!symbol || symbolParts(symbol).settle === undefined) return undefined;
  return { symbol, marketType };
}
