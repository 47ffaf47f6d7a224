import type { OrderType } from '../../../model/order.ts';
import type { Fields } from '../../shared/json.ts';
import { priceIn } from './rows.ts';

/** Returns the type of an order on the book; `limit` in all its times in force. */
export function plainTypeOf({ ordType }: Fields): OrderType {
  return ordType === 'market' || ordType === 'optimal_limit_ioc' ? 'market' : 'limit';
}

/** Returns the type of an algo order: by the legs that it has, and whether they have a price. */
export function algoTypeOf(record: Fields): OrderType {
  if (record.ordType === 'oco') return 'oco';
  if (record.ordType === 'move_order_stop') return 'trailing_stop';
  const isStop = priceIn(record, 'slTriggerPx') !== undefined;
  const isLimit = priceIn(record, isStop ? 'slOrdPx' : 'tpOrdPx') !== undefined;
  if (isStop) return isLimit ? 'stop_loss_limit' : 'stop_loss';
  return isLimit ? 'take_profit_limit' : 'take_profit';
}

/** Algo orders are requested one type at a time; ours have these types. */
export const algoOrderTypes = {
  spot: ['conditional', 'oco'],
  contract: ['conditional', 'oco', 'move_order_stop'],
} as const;
