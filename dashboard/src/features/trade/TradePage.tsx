import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../shared/api.tsx';
import { useParam } from '../../shared/location.ts';
import { accountsQuery } from '../../shared/queries.ts';
import { AccountField } from '../../shared/ui/AccountField.tsx';
import { Answer } from '../../shared/ui/Answer.tsx';
import { Empty, Note } from '../../shared/ui/Notes.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { SymbolField } from '../../shared/ui/SymbolField.tsx';
import { Desk } from './Desk.tsx';
import type { TradedAccount } from './routeTicket.ts';
import './trade.css';

/** Sends orders and follows them. The address names the account and the symbol. */
export function TradePage() {
  const accounts = useQuery(accountsQuery(useClient()));
  const [wanted, setAccount] = useParam('account', '');
  const [symbol, setSymbol] = useParam('symbol', 'BTC/USDT');
  const account = accounts.data && accountOf(accounts.data, wanted);
  return (
    <Page
      title="Trade"
      aside={
        account && (
          <div className="trade-place">
            <AccountField value={account.exchange_account_id} onChange={setAccount} />
            <SymbolField value={symbol} onChange={setSymbol} />
          </div>
        )
      }
    >
      <Answer of={accounts} what="The accounts">
        {(all) =>
          account ? (
            <>
              {wanted !== '' && account.exchange_account_id !== wanted && (
                <Note mood="warn">
                  This key reaches no account {wanted}: what follows is of{' '}
                  <strong>{account.exchange_account_id}</strong>.
                </Note>
              )}
              <Desk accounts={all} account={account} symbol={symbol} />
            </>
          ) : (
            <Empty>
              This key reaches no exchange account. An admin can add one in {'System > Accounts.'}
            </Empty>
          )
        }
      </Answer>
    </Page>
  );
}

/** Returns the account in the address, or the first. */
function accountOf(accounts: readonly TradedAccount[], wanted: string): TradedAccount | undefined {
  return accounts.find((each) => each.exchange_account_id === wanted) ?? accounts[0];
}
