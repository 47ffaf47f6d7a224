import type { Income } from '../../exchange/income.ts';
import { type Call, type Routes, signedBy } from '../call.ts';
import { bookMax, longSpanOf, pageOf } from '../lists.ts';
import { seconds, text } from '../wire.ts';
import { requireWallet } from './account.ts';
import { contractOf } from './asking.ts';

export function accountBookRoutes(root: string): Routes {
  return { [`GET ${root}/account_book`]: signedBy(book) };
}

const types = { funding: 'fund', realised: 'pnl', fee: 'fee', transfer: 'dnw' } as const;
/** Of these the simulator books none. */
const others = ['refr', 'point_dnw', 'point_fee', 'point_refr', 'bonus_offset'] as const;

/** What changed a wallet, the newest first. */
function book(call: Call): object[] {
  requireWallet(call);
  const { query } = call;
  const type = query.word('type', [...Object.values(types), ...others]);
  const contract = query.text('contract');
  const market = contract === undefined ? undefined : contractOf(call, contract);
  const isWithin = longSpanOf(query);
  const shown = entriesOf(call).filter(
    ({ income }) =>
      (type === undefined || types[income.kind] === type) &&
      (market === undefined || income.market === market) &&
      isWithin(income.at),
  );
  return pageOf(shown, query, bookMax).map(entry);
}

interface Entry {
  readonly income: Income;
  /** What was there after it. */
  readonly balance: bigint;
}

function entriesOf({ exchange, account, wallet, path }: Call): Entry[] {
  const asset = (path.settle ?? '').toUpperCase();
  const found = exchange.accounts.wallets(account, wallet).find((each) => each.asset === asset);
  let balance = found?.total ?? 0n;
  const entries: Entry[] = [];
  for (const income of [...exchange.incomes(account, wallet)].reverse()) {
    if (income.asset !== asset) continue;
    entries.push({ income, balance });
    balance -= income.amount;
  }
  return entries;
}

/** Entries have no name of their own. */
function entry({ income, balance }: Entry): object {
  const { at, kind, amount, market, trade } = income;
  return {
    ...{ time: seconds(at), change: text(amount), balance: text(balance), type: types[kind] },
    text: trade && market ? `${market.id}:${trade.orderId}` : (market?.id ?? ''),
    ...(market && { contract: market.id }),
    trade_id: trade ? String(trade.tradeId) : '',
  };
}
