import type { MarketType } from '../../../../model/order.ts';
import type { InstrumentSymbol } from '../../../../model/symbol.ts';
import { isFields } from '../../../shared/json.ts';
import type { DialectCall } from '../../../shared/live/dialect.ts';
import { NoAnswerError } from '../../../shared/live/tradeHttp.ts';
import { valueAt } from '../../../shared/wireFields.ts';
import type { VenueOrderState } from '../../../venuePort.ts';
import { openOrders } from './endpoints.ts';
import { productTypeOf, symbolOfProduct } from './products.ts';
import { fromOpenOrder } from './rows.ts';
import { toStates } from './states.ts';

export async function readOpenOrders(
  call: DialectCall,
  marketType: MarketType,
  symbol: InstrumentSymbol | undefined,
): Promise<readonly VenueOrderState[]> {
  const answer = await openOrders(call.client, {});
  const rows = valueAt(answer, 'openOrders');
  if (!Array.isArray(rows)) throw new NoAnswerError('The exchange returned no list of orders.');
  const open = rows.filter(isFields).flatMap((row) => {
    const own = symbolOfProduct(row.symbol);
    const isMeant = own && productTypeOf(own) === marketType && (symbol ?? own) === own;
    return isMeant ? [{ symbol: own, marketType, record: fromOpenOrder(row) }] : [];
  });
  return toStates(call, open);
}
