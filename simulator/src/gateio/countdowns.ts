import type { Exchange } from '../exchange/exchange.ts';
import { type Account, isOpen, isWaiting } from '../exchange/records.ts';
import { type Call, signedBy } from './call.ts';
import { refusals } from './errors.ts';

/** Shortest and longest timeout in seconds; zero turns the countdown off. */
const timeoutMin = 5;
const timeoutMax = 86_400;

/** @param marketName The request's name for a market. */
export const countdownRoute = (marketName: 'currency_pair' | 'contract') =>
  signedBy((call: Call) => {
    const { exchange, account, wallet } = call;
    const body = call.body();
    body.required('timeout');
    const timeout = body.whole('timeout', { least: 0, most: timeoutMax }) ?? 0;
    if (timeout > 0 && timeout < timeoutMin) throw refusals.invalid('timeout', timeout);
    const marketId = body.text(marketName);
    const name = `countdown ${account.number} ${wallet} ${marketId ?? ''}`;
    const delayMs = timeout * 1_000;
    exchange.later(name, delayMs, () => {
      if (timeout > 0) cancelBook(exchange, account, { wallet, marketId });
    });
    return { triggerTime: timeout === 0 ? 0 : exchange.now() + delayMs };
  });

interface Which {
  readonly wallet: string;
  readonly marketId: string | undefined;
}

/** Cancels orders in the book; those that wait for a price are not in it and stay open. */
function cancelBook(exchange: Exchange, account: Account, { wallet, marketId }: Which): void {
  for (const order of exchange.orders(account, wallet)) {
    const isMeant = marketId === undefined || order.market.id === marketId;
    if (isMeant && isOpen(order) && !isWaiting(order)) exchange.cancel(order);
  }
}
