import { amountText } from '@windlass/matching';
import type { Income } from '../exchange/income.ts';
import { priceOf, quantityOf } from '../exchange/prices.ts';
import { type Call, type Routes, signed, wallet } from './call.ts';
import { notSimulated } from './errors.ts';
import { idText } from './ids.ts';
import { pageOf } from './pages.ts';
import { instTypeOf } from './traits.ts';

const dayMs = 86_400_000;

/** Routes of the trading account's changes: of one week, and of three months. */
export const billRoutes: Routes = {
  'GET /api/v5/account/bills': signed((call) => bills(call, 7 * dayMs)),
  'GET /api/v5/account/bills-archive': signed((call) => bills(call, 92 * dayMs)),
};

/** Numbers of the kinds of changes. */
const types = { transfer: '1', trade: '2', funding: '8' } as const;
/** Numbers of the sides of trades in net mode, and of the directions of other changes. */
const subTypes = {
  buy: '1',
  sell: '2',
  movedIn: '11',
  movedOut: '12',
  paid: '173',
  received: '174',
} as const;

type Bill = Readonly<Record<string, string>>;

function bills(call: Call, keptMs: number): readonly object[] {
  const { fields, exchange, account } = call;
  // Trades on spot are not recorded.
  if (fields.text('instType') === 'SPOT') throw notSimulated('bills of SPOT');
  call.optionalMarket();
  const since = exchange.now() - keptMs;
  const filters = ['type', 'subType', 'instType', 'instId', 'ccy', 'mgnMode'] as const;
  const kept = billed(exchange.incomes(account, wallet))
    .filter(({ income: { at } }) => at >= since)
    .map((parts) => billOf(call, parts))
    .filter((bill) => filters.every((name) => [undefined, bill[name]].includes(fields.text(name))))
    .filter((bill) => [undefined, ctTypeOf(call, bill)].includes(fields.text('ctType')));
  const names = {
    idOf: (bill: Bill) => bill.billId ?? '0',
    timeOf: (bill: Bill) => Number(bill.ts),
  };
  return pageOf(kept.toReversed(), fields, names);
}

function ctTypeOf({ exchange }: Call, { instId = '' }: Bill): string | undefined {
  const definition = exchange.market(wallet, instId)?.definition;
  return definition && (definition.isInverse === true ? 'inverse' : 'linear');
}

/** Parts of one bill. */
interface Parts {
  readonly income: Income;
  /** For a trade: the realised profit, and the fee, which is below zero when it was paid. */
  readonly profit: bigint;
  readonly fee: bigint;
}

/** Groups bookings: the profit and the fee of a trade are one bill. */
function billed(incomes: readonly Income[]): readonly Parts[] {
  const all: Parts[] = [];
  for (const income of incomes) {
    const [profit, fee] = [
      income.kind === 'realised' ? income.amount : 0n,
      income.kind === 'fee' ? income.amount : 0n,
    ];
    const last = all.at(-1);
    const isSame = income.trade && last?.income.trade?.tradeId === income.trade.tradeId;
    if (!isSame || !last) all.push({ income, profit, fee });
    else all.splice(-1, 1, { ...last, profit: last.profit + profit, fee: last.fee + fee });
  }
  return all;
}

function billOf(call: Call, { income, profit, fee }: Parts): Bill {
  const { id, asset, market, amount, at } = income;
  const mgnMode = market ? call.exchange.accounts.marginMode(call.account, market) : '';
  const common = {
    billId: idText(id),
    ccy: asset,
    ts: String(at),
    bal: '',
    posBal: '',
    interest: '0',
    instType: market ? instTypeOf(market.definition) : '',
    instId: market?.id ?? '',
    mgnMode,
    notes: '',
    tag: '',
    clOrdId: '',
    execType: '',
    ordId: '',
    tradeId: '',
    from: '',
    to: '',
    px: '',
    sz: amountText(amount),
    fee: '0',
    pnl: '0',
    balChg: amountText(amount),
    posBalChg: '0',
    fillTime: '',
  };
  if (income.trade) return { ...common, ...tradeOf(income, income.trade, { profit, fee }) };
  if (income.funding) return { ...common, ...fundingOf(income, mgnMode) };
  const isIn = amount > 0n;
  const ends = isIn ? { from: '6', to: '18' } : { from: '18', to: '6' };
  const subType = isIn ? subTypes.movedIn : subTypes.movedOut;
  return { ...common, ...ends, type: types.transfer, subType, fee: '', pnl: '' };
}

function tradeOf(
  { market }: Income,
  { side, tradeId, orderId, ticks, lots }: NonNullable<Income['trade']>,
  { profit, fee }: Omit<Parts, 'income'>,
): Bill {
  return {
    type: types.trade,
    subType: subTypes[side],
    tradeId: String(tradeId),
    ordId: idText(orderId),
    pnl: amountText(profit),
    fee: amountText(fee),
    balChg: amountText(profit + fee),
    sz: market ? amountText(quantityOf(market, lots)) : '',
    px: market ? amountText(priceOf(market, ticks)) : '',
  };
}

/** Returns a bill of funding; an isolated position pays it from its own margin. */
function fundingOf({ amount, funding, market }: Income, mgnMode: string): Bill {
  const text = amountText(amount);
  const changes = mgnMode === 'isolated' ? { balChg: '0', posBalChg: text } : { balChg: text };
  const lots = Math.abs(funding?.lots ?? 0);
  return {
    type: types.funding,
    subType: amount < 0n ? subTypes.paid : subTypes.received,
    pnl: text,
    ...changes,
    sz: market ? amountText(quantityOf(market, lots)) : '',
    px: market && funding ? amountText(priceOf(market, funding.markTicks)) : '',
  };
}
