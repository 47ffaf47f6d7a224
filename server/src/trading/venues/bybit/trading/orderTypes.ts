import type { OrderType, Side } from '../../../model/order.ts';
import type { Fields } from '../../shared/json.ts';
import { readPositive } from '../../shared/wireFields.ts';

/** Named by what they do to a position: the venue tells nothing else of them. */
const stopTypes: Readonly<Record<string, OrderType>> = {
  TrailingStop: 'trailing_stop',
  OcoOrder: 'oco',
  StopLoss: 'stop_loss',
  PartialStopLoss: 'stop_loss',
  TakeProfit: 'take_profit',
  PartialTakeProfit: 'take_profit',
};

/** Returns the type that an order was sent as; a stop keeps its trigger after it triggered. */
export function typeOf(record: Fields, side: Side): OrderType {
  const isLimit = record.orderType === 'Limit';
  const named = stopTypes[String(record.stopOrderType)];
  if (named === 'oco' || named === 'trailing_stop') return named;
  const stopPrice = readPositive(record.triggerPrice);
  if (stopPrice === undefined) return isLimit ? 'limit' : 'market';
  const isStop = named
    ? named === 'stop_loss'
    : waitsForRise(record, stopPrice) === (side === 'buy');
  if (isStop) return isLimit ? 'stop_loss_limit' : 'stop_loss';
  return isLimit ? 'take_profit_limit' : 'take_profit';
}

/** Spot orders give no direction, but mostly the market price at their creation. */
function waitsForRise(record: Fields, stopPrice: number): boolean {
  const direction = Number(record.triggerDirection);
  if (direction === 1 || direction === 2) return direction === 1;
  const before = readPositive(record.lastPriceOnCreated);
  return before !== undefined ? stopPrice > before : record.side === 'Buy';
}
