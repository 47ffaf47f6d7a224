import type { Income } from '../../exchange/income.ts';
import type { Rebate } from '../../exchange/rebates.ts';
import { type Call, type Routes, signedBy } from '../call.ts';
import { bookMax, longSpanOf, pageOf } from '../lists.ts';
import { seconds, text } from '../wire.ts';
import { requireWallet } from './account.ts';
import { contractOf } from './parseOrder.ts';

export function accountBookRoutes(root: string): Routes {
  return { [`GET ${root}/account_book`]: signedBy(book) };
}

const types = { funding: 'fund', realised: 'pnl', fee: 'fee', transfer: 'dnw' } as const;
/** Types of which the simulator books nothing. */
const others = ['point_dnw', 'point_fee', 'bonus_offset'] as const;
/** Types of rebates that a test gives back. */
const given = ['refr', 'point_refr'] as const;

/** Returns the changes of a wallet, newest first. */
function book(call: Call): object[] {
  requireWallet(call);
  const { query } = call;
  const type = query.word('type', [...Object.values(types), ...given, ...others]);
  const contract = query.text('contract');
  const market = contract === undefined ? undefined : contractOf(call, contract);
  const isWithin = longSpanOf(query);
  const shown = entriesOf(call).filter(
    ({ booked }) =>
      (type === undefined || typeOf(booked) === type) &&
      (market === undefined || marketOf(booked) === market) &&
      isWithin(booked.at),
  );
  return pageOf(shown, query, bookMax).map(entry);
}

type Booked = Income | Rebate;

function typeOf(booked: Booked): string {
  return 'trade' in booked ? types[booked.kind] : booked.kind;
}

function marketOf(booked: Booked) {
  return 'trade' in booked ? booked.market : undefined;
}

interface Entry {
  readonly booked: Booked;
  /** Balance after the change. */
  readonly balance: bigint;
}

function entriesOf(call: Call): Entry[] {
  const { exchange, account, wallet, path } = call;
  const asset = (path.settle ?? '').toUpperCase();
  const own = bookedIn(call);
  const changes = own.filter((booked) => booked.asset === asset);
  // A unified wallet pays for all kinds of contracts; here each kind sums up only its own changes.
  const found = exchange.accounts.wallets(account, wallet).find((each) => each.asset === asset);
  const summed = changes.reduce((sum, { amount }) => sum + amount, 0n);
  let balance = account.unifiedMode === undefined ? (found?.total ?? 0n) : summed;
  const entries: Entry[] = [];
  for (const booked of own) {
    const isOwn = booked.asset === asset;
    // Points are listed here, but are not part of the wallet's money.
    if (isOwn || booked.kind === 'point_refr') entries.push({ booked, balance });
    if (isOwn) balance -= booked.amount;
  }
  return entries;
}

/**
 * Returns the bookings, newest first. The one wallet of a unified account holds those of all kinds
 * of contracts, of which only the asked kind is returned.
 */
function bookedIn({ exchange, account, wallet }: Call): readonly Booked[] {
  const incomes = exchange
    .incomes(account, wallet)
    .filter(({ market }) => account.unifiedMode === undefined || market?.wallet === wallet);
  const back = exchange.rebates.of(account).filter((rebate) => rebate.wallet === wallet);
  return [...incomes, ...back].sort((a, b) => b.id - a.id);
}

/** Returns an entry, which has no id. */
function entry({ booked, balance }: Entry): object {
  const { at, amount } = booked;
  const market = marketOf(booked);
  const trade = 'trade' in booked ? booked.trade : undefined;
  return {
    time: seconds(at),
    change: text(amount),
    balance: text(balance),
    type: typeOf(booked),
    text: trade && market ? `${market.id}:${trade.orderId}` : (market?.id ?? ''),
    ...(market && { contract: market.id }),
    trade_id: trade ? String(trade.tradeId) : '',
  };
}
