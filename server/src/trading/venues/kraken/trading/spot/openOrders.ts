import type { MarketType } from '../../../../model/order.ts';
import { type InstrumentSymbol, parseSymbol } from '../../../../model/symbol.ts';
import type { DialectCall } from '../../../shared/live/dialect.ts';
import type { VenueOrderState } from '../../../venuePort.ts';
import { listOpen, withEachTrade } from './orderLists.ts';
import { type SpotOrder, spotStates } from './states.ts';

export async function readOpenOrders(
  call: DialectCall,
  _: MarketType,
  symbol: InstrumentSymbol | undefined,
): Promise<readonly VenueOrderState[]> {
  const open = await withEachTrade(call, await listOpen(call));
  const orders = open.toReversed().flatMap((order): SpotOrder[] => {
    const own = order.symbol === undefined ? undefined : parseSymbol(order.symbol);
    return own && (symbol ?? own) === own ? [{ order, symbol: own }] : [];
  });
  const states = await spotStates(call, orders);
  // One may have ended between two answers, so orders that are not open are looked up separately.
  const resting = states.filter(({ status }) => status === 'open');
  return resting.sort((a, b) => a.createdAtMs - b.createdAtMs);
}
