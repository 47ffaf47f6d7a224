import type { OrderRequest, OrderSnapshot } from '../../../src/order.ts';
import type { InstrumentRules } from '../../../src/rules.ts';
import { broughtBy, counted, spendableOf, termsIn, togetherOf } from './collateral.ts';
import { ceiling, expectedValue, magnitude, settleOf, unit, units } from './expected.ts';
import type { Books } from './marginBooks.ts';
import { crossOf, holdingOf, purseOf, rulesOf } from './marginBooks.ts';

const million = 1_000_000n;

/** True when, by the audit, the funds of an account cover a limit order that waits in the book. */
export function carries(books: Books, request: OrderRequest): boolean {
  const rules = rulesOf(books, request.symbol);
  return rules.kind === 'spot'
    ? carriesSpot(books, rules, request)
    : carriesContract(books, rules, request);
}

function carriesContract(books: Books, rules: InstrumentRules, request: OrderRequest): boolean {
  const { accountId, symbol } = request;
  const settle = settleOf(books.rules, symbol);
  const lots = Number(units(request.quantity) / units(rules.lotSize));
  const ticks = Number(units(request.price ?? '0') / units(rules.tickSize));
  const opening = lots - closingOf(books, request, lots);
  const value = opening === 0 ? 0n : expectedValue(rules, ticks, opening);
  const [position] = books.engine.positions(accountId).filter((each) => each.symbol === symbol);
  const leverage = BigInt(position?.leverage ?? rules.leverageDefault ?? 1);
  const worst = BigInt(Math.max(rules.makerFeePpm, rules.takerFeePpm, 0));
  const need = ceiling(magnitude(value), leverage) + ceiling(value * worst, million);
  if (need <= 0n) return true;
  const terms = termsIn(books, accountId, settle);
  if (!terms) return need <= ownOf(books, accountId, settle);
  return need * terms.price <= togetherOf(books, accountId).available * unit;
}

/** Returns the lots of its position that it would close after the older orders of its side. */
function closingOf(books: Books, { accountId, symbol, side }: OrderRequest, lots: number): number {
  if (books.hedged.has(accountId)) return 0;
  const holding = holdingOf(books, { accountId, symbol, positionLeg: undefined });
  const closable = Math.max(0, side === 'buy' ? -holding.lots : holding.lots);
  const older = books.engine
    .openOrders(accountId, symbol)
    .filter((each) => each.side === side && !each.reduceOnly && !isWaitingLeg(each))
    .reduce((sum, each) => sum + each.quantity - each.filled, 0);
  return Math.min(lots, Math.max(0, closable - older));
}

function isWaitingLeg({ leg, isTriggered }: OrderSnapshot): boolean {
  return leg === 'stop' && !isTriggered;
}

function carriesSpot(books: Books, rules: InstrumentRules, request: OrderRequest): boolean {
  const { accountId, side, quantity, price = '0' } = request;
  const worth = (units(quantity) * units(price)) / unit;
  const worst = BigInt(Math.max(rules.makerFeePpm, rules.takerFeePpm, 0));
  const fee = rules.spotFeeAsset === 'quote' ? ceiling(worth * worst, million) : 0n;
  const [asset, need] =
    side === 'sell' ? [rules.base, units(quantity)] : [rules.quote, worth + fee];
  if (need > ownOf(books, accountId, asset)) return false;
  const terms = termsIn(books, accountId, asset);
  if (!terms) return true;
  const spendable = spendableOf(books, accountId, asset);
  const isPaidInBase = side === 'buy' && rules.spotFeeAsset === 'received';
  const brought = broughtBy(books, {
    accountId,
    symbol: request.symbol,
    side,
    quantity: Number(units(quantity) / units(rules.lotSize)),
    filled: 0,
    price: Number(units(price) / units(rules.tickSize)),
    feeAsset: isPaidInBase ? rules.base : rules.quote,
    leg: undefined,
    siblingId: undefined,
  });
  const lost = counted(terms, spendable) - counted(terms, spendable - need) - brought;
  return lost <= 0n || lost <= togetherOf(books, accountId).available;
}

function ownOf(books: Books, accountId: string, asset: string): bigint {
  const wallet = books.engine.wallets(accountId).find((each) => each.asset === asset);
  const { unrealised } = crossOf(books, accountId, asset);
  const loss = unrealised < 0n ? unrealised : 0n;
  return purseOf(books, accountId, asset).total - (wallet?.reserved ?? 0n) + loss;
}
