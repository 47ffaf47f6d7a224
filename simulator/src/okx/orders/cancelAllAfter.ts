import { isOpen } from '../../exchange/records.ts';
import type { Call } from '../call.ts';
import { refusals } from '../errors.ts';
import { bookOrders } from './bookOrders.ts';

/** Minimum and maximum seconds of a countdown; zero ends it. */
const [secondsMin, secondsMax] = [10, 120] as const;

/**
 * Cancels all orders on the book of an account after a timeout; those that wait for a price stay.
 */
export function cancelAllAfter({ exchange, account, fields }: Call): readonly object[] {
  fields.required('timeOut');
  fields.refuseAny(['tag']);
  const seconds = fields.whole('timeOut') ?? 0;
  const isOff = seconds === 0;
  if (!isOff && (seconds < secondsMin || seconds > secondsMax)) throw refusals.wrong('timeOut');
  const cancelAll = () => {
    const open = bookOrders({ exchange, account }).filter(({ record }) => isOpen(record));
    for (const { record } of open) exchange.cancel(record);
  };
  exchange.later(`cancelAll ${account.number}`, seconds * 1_000, isOff ? () => {} : cancelAll);
  const at = Math.floor(exchange.now() / 1_000);
  const triggerTime = isOff ? '0' : String(at + seconds);
  return [{ triggerTime, tag: '', ts: String(at) }];
}
