import type { Account } from '../exchange/records.ts';
import { uuidOf } from './ids.ts';
import type { OrderView, Terms } from './orderView.ts';

/** Orders that were checked but not placed: they have an id, and the lists show them. */
export interface Unplaced {
  add(account: Account, order: UnplacedOrder): OrderView;
  /** Returns the account's orders, oldest first. */
  of(account: Account): readonly OrderView[];
}

export interface UnplacedOrder extends Terms {
  readonly quantity: bigint;
  /** Why it was not placed, in capitals. */
  readonly error: string;
  readonly at: number;
}

/** More than a test refuses; the oldest are dropped. */
const unplacedMax = 2_000;
/** Separate from the numbers of placed orders. */
const firstNumber = 90_000_000_000;

export function createUnplaced(): Unplaced {
  const all: { readonly account: Account; readonly view: OrderView }[] = [];
  let count = 0;
  return {
    add(account, { at, error, ...terms }) {
      count += 1;
      const number = firstNumber + count;
      const view: OrderView = {
        ...terms,
        record: undefined,
        number,
        id: uuidOf('order', number),
        status: 'REJECTED',
        reason: `${error}_REASON`,
        error,
        filled: 0n,
        createdAt: at,
        updatedAt: at,
        endedAt: at,
      };
      all.push({ account, view });
      if (all.length > unplacedMax) all.shift();
      return view;
    },
    of: (account) => all.flatMap((each) => (each.account === account ? [each.view] : [])),
  };
}
