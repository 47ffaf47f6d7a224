import type { ReactNode } from 'react';

/** What stands around a ticket, whichever it is. */
export interface Around {
  /** What the account has. */
  readonly account: ReactNode;
  /** Its orders, and what became of them. */
  readonly orders: ReactNode;
}

interface ColumnsProps extends Around {
  readonly ticket: ReactNode;
  readonly cost: ReactNode;
}

/** What one writes at the left, what one reads at the right. */
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
