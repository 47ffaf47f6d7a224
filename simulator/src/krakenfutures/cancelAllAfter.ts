import { allMarkets, type Call } from './call.ts';
import { refusals } from './errors.ts';
import { isoTime } from './numbers.ts';

/** POST cancelallordersafter: cancels the account's orders after so many seconds; 0 means never. */
export function cancelAllAfter({ parameters, exchange, account }: Call): object {
  const timeout = parameters.whole('timeout');
  if (timeout === undefined) throw refusals.missing();
  const now = exchange.now();
  const delayMs = timeout * 1_000;
  for (const market of allMarkets(exchange)) exchange.cancelAllAfter(account, market, delayMs);
  const triggerTime = timeout === 0 ? '0' : isoTime(now + delayMs);
  return { status: { currentTime: isoTime(now), triggerTime } };
}
