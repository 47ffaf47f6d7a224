import type { EnteredOrder, PlaceRefusal } from '../../exchange/orderEntry.ts';
import type { Call } from '../call.ts';
import { Refusal, refusals } from '../errors.ts';

/** Returns the engine's refusal in the exchange's words. */
export function placeRefusal(
  { exchange }: Call,
  { account, market, side, type }: EnteredOrder,
  reason: PlaceRefusal,
): Refusal {
  const { kind, base, quote } = market.definition;
  switch (reason) {
    case 'INSUFFICIENT_BALANCE': {
      const spent = side === 'buy' ? quote : base;
      const what = kind === 'spot' ? `${spent} balance` : `${market.settle} margin`;
      return new Refusal('51008', `Order failed. Insufficient ${what} in account`);
    }
    case 'REDUCE_ONLY_NOTHING': {
      // In hedge mode an order cannot reduce in the wrong direction: its own leg is empty.
      if (account.isHedged || !exchange.accounts.isHeld(account, market)) {
        const text = "Order failed because you don't have any positions in this direction";
        return new Refusal('51169', `${text} for this contract to reduce or close.`);
      }
      const text = "A reduce-only order can't be the same trading direction";
      return new Refusal('51170', `${text} as your existing positions.`);
    }
    case 'WOULD_TRIGGER':
      return passedTrigger(side, type.startsWith('take_profit') ? 'TP' : 'SL');
    case 'BELOW_MINIMUM':
      return new Refusal('51020', 'Your order should meet or exceed the minimum order amount.');
    case 'ABOVE_MAXIMUM':
      return new Refusal('51202', 'Market order amount exceeds the maximum amount.');
    case 'TOO_MANY_ORDERS':
      return new Refusal('51025', 'Order count exceeds the limit.');
    case 'BAD_PAIR':
      return refusals.wrong('slTriggerPx');
    default:
      return new Refusal('50026', 'System error. Please try again later.');
  }
}

/** Returns the refusal of a trigger price that the last price has already passed. */
export function passedTrigger(side: 'buy' | 'sell', leg: 'TP' | 'SL'): Refusal {
  const isAbove = (side === 'buy') === (leg === 'TP');
  const codes = isAbove ? { TP: '51277', SL: '51280' } : { TP: '51279', SL: '51278' };
  const text = `${leg} trigger price cannot be ${isAbove ? 'higher' : 'lower'} than the last price`;
  return new Refusal(codes[leg], text);
}
