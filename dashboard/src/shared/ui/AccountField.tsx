import { useQuery } from '@tanstack/react-query';
import { useClient } from '../api.tsx';
import { moneyWord } from '../money.ts';
import { accountsQuery } from '../queries.ts';
import { venueName } from '../venues.ts';
import { SelectField } from './Field.tsx';

interface AccountFieldProps {
  readonly value: string;
  readonly onChange: (exchangeAccountId: string) => void;
}

/** Asks for an account that the key reaches, and tells of each whether its money is real. */
export function AccountField({ value, onChange }: AccountFieldProps) {
  const { data: accounts = [] } = useQuery(accountsQuery(useClient()));
  const options = accounts.map(
    (account) =>
      [
        account.exchange_account_id,
        `${account.exchange_account_id} (${venueName(account.exchange)}, ${moneyWord(account)})`,
      ] as const,
  );
  return <SelectField label="Account" value={value} onChange={onChange} options={options} />;
}
