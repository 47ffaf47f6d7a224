import type { Side, TimeInForce } from '../../../model/order.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';

/** Types that sleep until a price is reached, behind endpoints of their own. */
export type TriggerType = 'stop_loss' | 'stop_loss_limit' | 'take_profit' | 'take_profit_limit';

/** A stop of a sale waits below the market, that of a purchase above; a profit the other way. */
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

const tifs: Readonly<Record<TimeInForce, string>> = {
  GTC: 'gtc',
  IOC: 'ioc',
  FOK: 'fok',
  POST_ONLY: 'poc',
};

export function tifOf(timeInForce: TimeInForce): string {
  return tifs[timeInForce];
}

/** A market order never rests. */
export function takingTifOf(timeInForce: TimeInForce): 'fok' | 'ioc' {
  return timeInForce === 'FOK' ? 'fok' : 'ioc';
}

/** The order that a trigger sets off knows two of them. */
export function triggeredTifOf(timeInForce: TimeInForce): 'gtc' | 'ioc' {
  switch (timeInForce) {
    case 'GTC':
      return 'gtc';
    case 'IOC':
      return 'ioc';
    default:
      throw new DialectRefusal(
        'The exchange takes GTC and IOC alone for a limit order with a trigger.',
      );
  }
}
