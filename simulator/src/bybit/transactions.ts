import { amountText } from '@windlass/matching';
import type { Income } from '../exchange/income.ts';
import type { Market } from '../exchange/market.ts';
import { priceOf, quantityOf } from '../exchange/prices.ts';
import { type Call, type Routes, readCategory, signed } from './call.ts';
import { notSimulated, refusals } from './errors.ts';
import { pageOf, windowOf } from './pages.ts';
import { money, priceText, quantityText } from './texts.ts';
import { categoryOf, unified } from './traits.ts';

/** Rows of a page when the request names no number, and at most. */
const rows = { unasked: 20, most: 50 } as const;
/** Span that is shown when no time is named. */
const dayMs = 86_400_000;

export const transactionRoutes: Routes = {
  'GET /v5/account/transaction-log': signed(log),
};

interface Payment extends Income {
  readonly market: Market;
  readonly funding: NonNullable<Income['funding']>;
}

/** Returns funding payments only, newest first; other kinds of transactions are not kept. */
function log(call: Call): object {
  const { parameters, exchange, account } = call;
  if ((parameters.text('accountType') ?? 'UNIFIED') !== 'UNIFIED') {
    throw refusals.parameter('accountType only support UNIFIED');
  }
  if (parameters.text('type') !== 'SETTLEMENT') throw notSimulated('transactions but settlements');
  const category = parameters.has('category') ? readCategory(call) : undefined;
  const [base, currency] = [parameters.text('baseCoin'), parameters.text('currency')];
  const { from, to } = windowOf(parameters, exchange.now(), dayMs);
  const found = exchange
    .incomes(account, unified)
    .filter(isPayment)
    .filter(({ at }) => at >= from && at <= to)
    .filter(
      ({ market, asset }) =>
        (category === undefined || categoryOf(market.definition) === category) &&
        (base === undefined || market.definition.base === base) &&
        (currency === undefined || asset === currency),
    )
    .reverse();
  const keyOf = ({ id }: Payment) => `${id}:0`;
  const { shown, nextPageCursor } = pageOf(parameters, found, { ...rows, keyOf });
  return { list: shown.map(settlement), nextPageCursor };
}

function isPayment(income: Income): income is Payment {
  return income.kind === 'funding' && income.market !== undefined && income.funding !== undefined;
}

function settlement({ id, market, asset, amount, at, funding }: Payment): object {
  const { rate, lots, markTicks } = funding;
  const size = quantityText(market, quantityOf(market, Math.abs(lots)));
  const change = money(amount);
  return {
    id: `592324_${market.id}_${id}`,
    symbol: market.id,
    side: lots > 0 ? 'Buy' : 'Sell',
    category: categoryOf(market.definition),
    type: 'SETTLEMENT',
    transSubType: '',
    transactionTime: String(at),
    currency: asset,
    // A value above zero was received.
    funding: change,
    change,
    cashFlow: '0',
    fee: '0',
    feeRate: amountText(rate),
    qty: size,
    size,
    tradePrice: priceText(market, priceOf(market, markTicks)),
    orderId: '',
    orderLinkId: '',
    tradeId: '',
    cashBalance: '',
    bonusChange: '',
  };
}
