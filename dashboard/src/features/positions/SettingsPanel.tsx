import { useQuery } from '@tanstack/react-query';
import { type TradedAccountWire, venueFactsOf } from '@windlass/contract';
import { useClient } from '../../shared/api.tsx';
import { useParam } from '../../shared/location.ts';
import { symbolsQuery } from '../../shared/queries.ts';
import { SelectField } from '../../shared/ui/Field.tsx';
import { Empty } from '../../shared/ui/Notes.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { SymbolField } from '../../shared/ui/SymbolField.tsx';
import { venueName } from '../../shared/venues.ts';
import { MarketSettings } from './MarketSettings.tsx';

interface SettingsPanelProps {
  readonly accounts: readonly TradedAccountWire[];
  /** Reason why nothing can be set here. */
  readonly barred: string | undefined;
}

/** Shows leverage and margin mode of a market, if the exchange has such settings. */
export function SettingsPanel({ accounts, barred }: SettingsPanelProps) {
  const [symbol, setSymbol] = useParam('symbol', 'BTC/USDT:USDT');
  const [accountId, setAccountId] = useParam('of', accounts[0]?.exchange_account_id ?? '');
  const account = accounts.find(({ exchange_account_id: id }) => id === accountId) ?? accounts[0];
  if (!account) return null;
  const options = accounts.map(({ exchange_account_id: id, exchange, mode }) => {
    return [id, `${id} (${venueName(exchange)}, ${mode})`] as const;
  });
  const value = account.exchange_account_id;
  return (
    <Panel title="Leverage and margin mode">
      <div className="stack">
        <div className="positions-setting">
          <SelectField label="Account" value={value} options={options} onChange={setAccountId} />
          <SymbolField value={symbol} onChange={setSymbol} market="perp" />
        </div>
        <Offered account={account} symbol={symbol} barred={barred} />
      </div>
    </Panel>
  );
}

interface OfferedProps {
  readonly account: TradedAccountWire;
  readonly symbol: string;
  readonly barred: string | undefined;
}

function Offered({ account, symbol, barred }: OfferedProps) {
  const { exchange } = account;
  const symbols = useQuery(symbolsQuery(useClient(), 'perp'));
  const facts = venueFactsOf(exchange);
  const market = symbols.data?.find((listed) => listed.symbol === symbol);
  const name = venueName(exchange);
  if (facts && !facts.hasLeverage) {
    return <Empty>{`${name} has no leverage to set by market. ${facts.leverageNote ?? ''}`}</Empty>;
  }
  if (!symbols.data) return <Empty>Asking what is listed where…</Empty>;
  if (!market?.exchanges.includes(exchange)) {
    return <Empty>{`${name} does not list ${symbol} as a perpetual.`}</Empty>;
  }
  return (
    <MarketSettings
      key={account.exchange_account_id}
      account={account}
      symbol={symbol}
      barred={barred}
    />
  );
}
