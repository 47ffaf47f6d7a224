import type { EngineEvent } from '@windlass/matching';
import { engineId } from './engineId.ts';
import type { Market } from './market.ts';
import type { Account } from './records.ts';

/** A booking on a wallet besides trades: funding, a realised profit, a transfer. */
export interface Income {
  /** Counts up over all accounts. */
  readonly id: number;
  readonly kind: 'funding' | 'realised' | 'fee' | 'transfer';
  readonly wallet: string;
  /** Undefined for money moved between wallets. */
  readonly market: Market | undefined;
  readonly asset: string;
  /** The wallet's point of view: below zero it paid. */
  readonly amount: bigint;
  readonly at: number;
  /** For funding: the rate, the position and the mark of the payment. */
  readonly funding:
    | { readonly rate: bigint; readonly lots: number; readonly markTicks: number }
    | undefined;
  /** For a profit or a fee: the trade and its order. */
  readonly trade:
    | {
        readonly tradeId: number;
        readonly orderId: number;
        readonly side: 'buy' | 'sell';
        readonly ticks: number;
        readonly lots: number;
      }
    | undefined;
}

/** The bookings on the wallets of accounts. */
export interface Incomes {
  follow(events: readonly EngineEvent[]): void;
  /** Returns the bookings of one wallet of an account, oldest first. */
  of(account: Account, wallet: string): readonly Income[];
}

interface Kept extends Income {
  readonly accountId: string;
}

/** Enough for many days of tests; exchanges keep them for some months. */
const incomesMax = 20_000;

export function createIncomes(
  nextId: () => number,
  marketOf: (name: string) => Market | undefined,
): Incomes {
  let kept: Kept[] = [];
  const book = (accountId: string, income: Omit<Income, 'id' | 'wallet'>) => {
    if (income.amount === 0n && income.kind !== 'funding') return;
    const wallet = accountId.slice(accountId.indexOf(' ') + 1);
    kept.push({ id: nextId(), wallet, accountId, ...income });
  };
  return {
    follow(events) {
      for (const event of events) follow(book, marketOf, event);
      if (kept.length > incomesMax) kept = kept.slice(-incomesMax);
    },
    of: (account, wallet) =>
      kept.filter(({ accountId }) => accountId === engineId(account, wallet)),
  };
}

type Book = (accountId: string, income: Omit<Income, 'id' | 'wallet'>) => void;

function follow(book: Book, marketOf: (name: string) => Market | undefined, event: EngineEvent) {
  const { at } = event;
  const none = { funding: undefined, trade: undefined } as const;
  if (event.type === 'funding') {
    const { accountId, symbol, asset, amount, rate, lots, markTicks } = event;
    const funding = { rate, lots, markTicks };
    const shared = { kind: 'funding', asset, amount, at } as const;
    book(accountId, { ...none, ...shared, market: marketOf(symbol), funding });
  }
  if (event.type === 'transferred') {
    const { from, to, asset, amount } = event;
    const shared = { ...none, kind: 'transfer', market: undefined, asset, at } as const;
    book(from, { ...shared, amount: -amount });
    book(to, { ...shared, amount });
  }
  if (event.type !== 'filled') return;
  const market = marketOf(event.order.symbol);
  if (!market || market.instrument.isSpot) return;
  const { accountId, orderId, side } = event.order;
  const { tradeId, ticks, lots, realised, fee, feeAsset } = event.fill;
  const trade = { tradeId, orderId: Number(orderId), side, ticks, lots };
  const shared = { ...none, market, at, trade };
  book(accountId, { ...shared, kind: 'realised', asset: market.settle, amount: realised });
  book(accountId, { ...shared, kind: 'fee', asset: feeAsset, amount: -fee });
}
