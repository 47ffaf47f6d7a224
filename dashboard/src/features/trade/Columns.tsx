import type { ReactNode } from 'react';

/** The parts around a ticket of either kind. */
export interface Around {
  /** The account's balances. */
  readonly account: ReactNode;
  /** The account's orders and their results. */
  readonly orders: ReactNode;
}

interface ColumnsProps extends Around {
  readonly ticket: ReactNode;
  readonly cost: ReactNode;
}

/** Shows what is filled in on the left, and what is read on the right. */
export function Columns({ ticket, cost, account, orders }: ColumnsProps) {
  return (
    <div className="trade-desk">
      <div className="stack">
        {ticket}
        <div className="trade-account">{account}</div>
      </div>
      <div className="stack">
        {cost}
        {orders}
      </div>
    </div>
  );
}
