import type { Side, TimeInForce } from '../../../model/order.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import type { TimeInForce as VenueTimeInForce } from './endpoints.ts';

/** Types that wait until a price is reached, behind separate endpoints. */
export type TriggerType = 'stop_loss' | 'stop_loss_limit' | 'take_profit' | 'take_profit_limit';

/** True when it waits above the market: a buy's stop, or a sell's profit. */
export function waitsAbove(type: TriggerType, side: Side): boolean {
  return type.startsWith('stop_loss') === (side === 'buy');
}

export function triggerTypeOf(
  isAbove: boolean,
  { side, isLimit }: { readonly side: Side; readonly isLimit: boolean },
): TriggerType {
  const kind = isAbove === (side === 'buy') ? 'stop_loss' : 'take_profit';
  return isLimit ? `${kind}_limit` : kind;
}

const tifs: Readonly<Record<TimeInForce, VenueTimeInForce>> = {
  GTC: 'gtc',
  IOC: 'ioc',
  FOK: 'fok',
  POST_ONLY: 'poc',
};

export function tifOf(timeInForce: TimeInForce): VenueTimeInForce {
  return tifs[timeInForce];
}

/** Returns the time in force of a market order, which never rests. */
export function takingTifOf(timeInForce: TimeInForce): 'fok' | 'ioc' {
  return timeInForce === 'FOK' ? 'fok' : 'ioc';
}

/** Returns the time in force of a triggered order, which has only two of them. */
export function triggeredTifOf(timeInForce: TimeInForce): 'gtc' | 'ioc' {
  switch (timeInForce) {
    case 'GTC':
      return 'gtc';
    case 'IOC':
      return 'ioc';
    default:
      throw new DialectRefusal(
        'The exchange takes only GTC and IOC for a limit order with a trigger.',
      );
  }
}
