import type { Exchange } from '../exchange/exchange.ts';
import type { Income } from '../exchange/income.ts';
import { quantityOf } from '../exchange/prices.ts';
import { accountOf } from './call.ts';
import { moneyText, numberText } from './numbers.ts';
import { type Fields, readAddress, readOptional, readWhole } from './reading.ts';
import { wallet } from './traits.ts';

/** Maximum number of payments in one answer. */
const pageMax = 500;
/** Hash of payments that belong to no transaction. */
const noHash = `0x${'0'.repeat(64)}`;

/** Returns payments from a time on, oldest first. */
export function userFunding(exchange: Exchange, asked: Fields): unknown {
  const from = readWhole(asked.startTime);
  const to = readOptional(asked.endTime, readWhole) ?? Number.POSITIVE_INFINITY;
  const account = accountOf(exchange, readAddress(asked.user));
  const incomes = account ? exchange.incomes(account, wallet) : [];
  return incomes
    .filter(({ kind, at }) => kind === 'funding' && at >= from && at <= to)
    .slice(0, pageMax)
    .flatMap((income) => paymentOf(income) ?? []);
}

function paymentOf({ at, market, amount, funding }: Income): object | undefined {
  if (!market || !funding) return undefined;
  const { rate, lots } = funding;
  return {
    time: at,
    hash: noHash,
    delta: {
      type: 'funding',
      coin: market.id,
      usdc: moneyText(amount),
      szi: numberText(quantityOf(market, lots)),
      fundingRate: numberText(rate),
      nSamples: null,
    },
  };
}
