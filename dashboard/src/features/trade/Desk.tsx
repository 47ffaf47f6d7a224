import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../shared/access.ts';
import { useClient } from '../../shared/api.tsx';
import { useParam } from '../../shared/location.ts';
import { serviceQuery, symbolsQuery } from '../../shared/queries.ts';
import { marketTypeOf } from '../../shared/symbol.ts';
import { AccountPanel } from './AccountPanel.tsx';
import { HistoryPanel } from './HistoryPanel.tsx';
import { OpenOrders } from './OpenOrders.tsx';
import { OrderDesk } from './OrderDesk.tsx';
import type { Capabilities } from './offered.ts';
import { PlanPanel } from './PlanPanel.tsx';
import { capabilitiesQuery, type MarketType } from './queries.ts';
import { RouteDesk } from './RouteDesk.tsx';
import type { TradedAccount } from './routeTicket.ts';
import { useLiveOrders } from './useLiveOrders.ts';
import { useTicket } from './useTicket.ts';

export interface DeskProps {
  readonly accounts: readonly TradedAccount[];
  readonly account: TradedAccount;
  readonly symbol: string;
}

/** Shows a ticket, and the account's data that people look at while they write it. */
export function Desk({ accounts, account, symbol }: DeskProps) {
  const client = useClient();
  const service = useQuery(serviceQuery(client)).data;
  const capabilities = useQuery(capabilitiesQuery(client, account.exchange)).data;
  const exchanges = useListing(symbol);
  const [mode, setMode] = useParam('mode', 'account');
  const [side, setSide] = useParam('side', 'buy');
  const [plan, setPlan] = useParam('plan', '');
  const state = useTicket(symbol, side === 'sell' ? 'sell' : 'buy');
  const accountId = account.exchange_account_id;
  const heard = useLiveOrders(accountId);
  const canTrade = useMay('trader');
  const market = marketOf(symbol, marketsOf(capabilities));
  const around = {
    account: <AccountPanel accountId={accountId} symbol={symbol} market={market} />,
    orders: (
      <>
        {plan !== '' && <PlanPanel planId={plan} onClose={() => setPlan('')} />}
        <OpenOrders
          accountId={accountId}
          marketTypes={marketsOf(capabilities)}
          heard={heard}
          canTrade={canTrade}
        />
        <HistoryPanel accountId={accountId} symbol={symbol} heard={heard} />
      </>
    ),
  };
  const frame = { onMode: setMode, onSide: setSide, service, exchanges, symbol, state, ...around };
  return mode === 'route' ? (
    <RouteDesk {...frame} accounts={accounts} onPlan={setPlan} />
  ) : (
    <OrderDesk {...frame} traded={account} capabilities={capabilities} />
  );
}

/** Returns the market types that an exchange has. */
function marketsOf(capabilities: Capabilities | undefined): readonly MarketType[] {
  return [
    ...(capabilities?.supports_spot ? (['spot'] as const) : []),
    ...(capabilities?.supports_perp ? (['swap'] as const) : []),
  ];
}

/** Returns the wallet that pays for an order of the symbol: the only one if there is just one. */
function marketOf(symbol: string, markets: readonly MarketType[]): MarketType | undefined {
  const wanted = marketTypeOf(symbol) === 'spot' ? 'spot' : 'swap';
  return markets.includes(wanted) ? wanted : markets[0];
}

/** Returns the exchanges that list a symbol; undefined until that is known. */
function useListing(symbol: string): readonly string[] | undefined {
  const market = marketTypeOf(symbol) === 'spot' ? 'spot' : 'perp';
  const { data } = useQuery(symbolsQuery(useClient(), market));
  return data?.find((each) => each.symbol === symbol)?.exchanges;
}
