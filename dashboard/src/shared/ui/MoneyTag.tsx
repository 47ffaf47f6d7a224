import type { TradedAccountWire } from '@windlass/contract';
import { moneyOf, moneyWord } from '../money.ts';
import { Tag } from './Notes.tsx';

interface MoneyTagProps {
  readonly account: Pick<TradedAccountWire, 'mode' | 'environment' | 'region'>;
  /** True when paper is shown too, because the tag has a column of its own. */
  readonly hasPaper?: boolean;
}

/** Shows whether an account's money is real, and otherwise the test environment. */
export function MoneyTag({ account, hasPaper = false }: MoneyTagProps) {
  switch (moneyOf(account)) {
    case 'paper':
      return hasPaper ? <Tag>Paper</Tag> : null;
    case 'real':
      return (
        <Tag mood="bad">
          Real money{account.region !== 'global' && `, ${account.region.toUpperCase()}`}
        </Tag>
      );
    default:
      return <Tag mood="warn">{moneyWord(account)}</Tag>;
  }
}
