import { useQuery } from '@tanstack/react-query';
import type { DataOf } from '@windlass/client';
import type { TradedAccountWire } from '@windlass/contract';
import { useState } from 'react';
import { mayOne } from '../../shared/access.ts';
import { useClient } from '../../shared/api.tsx';
import { useNow } from '../../shared/clock.ts';
import { formatPrice, formatQuantity, formatTime } from '../../shared/format.ts';
import { useParam } from '../../shared/location.ts';
import { accountsQuery, serviceQuery } from '../../shared/queries.ts';
import { partsOf } from '../../shared/symbol.ts';
import { Answer } from '../../shared/ui/Answer.tsx';
import { SelectField } from '../../shared/ui/Field.tsx';
import { ErrorNote, Note } from '../../shared/ui/Notes.tsx';
import { Page } from '../../shared/ui/Page.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { venueName } from '../../shared/venues.ts';
import { AccountsPanel } from './AccountsPanel.tsx';
import { BalancesPanel } from './BalancesPanel.tsx';
import { ExposurePanel } from './ExposurePanel.tsx';
import { exposureBy } from './exposure.ts';
import { HistoryPanel } from './HistoryPanel.tsx';
import { accountsOf, type Owner, ownerText, parseOwner, portfoliosOf } from './owner.ts';
import { PortfolioMarginPanel } from './PortfolioMarginPanel.tsx';
import { PositionsTable } from './PositionsTable.tsx';
import './positions.css';
import type { Position } from './risk.ts';
import { settingsId } from './SettingsLink.tsx';
import { SettingsPanel } from './SettingsPanel.tsx';
import { Summary } from './Summary.tsx';
import { useExposures } from './useExposures.ts';
import { usePositions } from './usePositions.ts';

/** Shows the positions, their risk and their gains. */
export function PositionsPage() {
  const accounts = useQuery(accountsQuery(useClient()));
  const [text, setText] = useParam('account', '');
  const known = accounts.data ?? [];
  const owner = parseOwner(text, known);
  const aside = <OwnerField accounts={known} value={ownerText(owner)} onChange={setText} />;
  return (
    <Page title="Positions and risk" aside={known.length > 0 ? aside : undefined}>
      <Answer of={accounts} what="Accounts">
        {(all) => <Desk key={ownerText(owner)} owner={owner} accounts={accountsOf(owner, all)} />}
      </Answer>
    </Page>
  );
}

interface OwnerFieldProps {
  readonly accounts: readonly TradedAccountWire[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function OwnerField({ accounts, value, onChange }: OwnerFieldProps) {
  const options = [
    ['all', `All ${accounts.length} accounts`] as const,
    ...portfoliosOf(accounts).map((id) => {
      return [ownerText({ kind: 'portfolio', id }), `Portfolio ${id}`] as const;
    }),
    ...accounts.map(({ exchange_account_id: id, exchange, mode }) => {
      return [id, `${id} (${venueName(exchange)}, ${mode})`] as const;
    }),
  ];
  const isKnown = options.some(([option]) => option === value);
  const unknown = isKnown ? [] : [[value, `${value} (not reached by this key)`] as const];
  return (
    <SelectField
      label="Shown"
      value={value}
      onChange={onChange}
      options={[...unknown, ...options]}
    />
  );
}

interface DeskProps {
  readonly owner: Owner;
  readonly accounts: readonly TradedAccountWire[];
}

function Desk({ owner, accounts }: DeskProps) {
  const { rows, risks, failures, isOld, heardAtMs } = usePositions(accounts);
  const [closed, setClosed] = useState<string>();
  const barred = useBarred();
  const nowMs = useNow();
  const exposures = useExposures(accounts);
  const atRisk = risks.some(({ risk }) => risk)
    ? risks.reduce((count, { risk }) => count + (risk?.positions_at_risk ?? 0), 0)
    : undefined;
  const told = (result: DataOf<'submitOrder'>, position: Position) =>
    setClosed(outcomeOf(result, position));
  return (
    <div className="stack">
      {closed !== undefined && <Note mood="good">{closed}</Note>}
      {failures.map(({ id, error }) => (
        <ErrorNote key={id} error={error} what={`Positions of ${id} cannot be read`} />
      ))}
      {exposures.failures.map(({ id, error }) => (
        <ErrorNote key={id} error={error} what={`The exposure of ${id} cannot be read`} />
      ))}
      <Summary rows={rows} exposures={exposures} atRisk={atRisk} isOld={isOld} />
      <Panel
        title="Open positions"
        flush
        aside={
          <span className="small muted">
            {heardAtMs === undefined ? 'Asking…' : `Marks of ${formatTime(heardAtMs, nowMs)}`}
          </span>
        }
      >
        <PositionsTable rows={rows} barred={barred} onClosed={told} empty={emptyOf(heardAtMs)} />
      </Panel>
      <div className="columns">
        <ExposurePanel
          title="Exposure by asset"
          isByAsset
          isOld={isOld}
          parts={exposureBy(exposures.accounts, (_, { asset }) => asset)}
        />
        <ExposurePanel
          title="Exposure by exchange"
          isByAsset={false}
          isOld={isOld}
          parts={exposureBy(exposures.accounts, ({ exchange }) => venueName(exchange))}
        />
      </div>
      <AccountsPanel of={risks} />
      <HistoryPanel owner={owner} accounts={accounts} />
      <div id={settingsId}>
        <SettingsPanel accounts={accounts} barred={barred} />
      </div>
      <BalancesPanel accounts={accounts} />
      <PortfolioMarginPanel accounts={accounts} barred={barred} />
    </div>
  );
}

function emptyOf(heardAtMs: number | undefined): string {
  return heardAtMs === undefined
    ? 'Loading…'
    : 'No open positions. An order in a perpetual opens one, from Trade or by an algorithm.';
}

/** Returns why the key cannot trade; undefined when it can. */
function useBarred(): string | undefined {
  const { data } = useQuery(serviceQuery(useClient()));
  if (!data) return 'Checking the permissions of this key';
  return mayOne(data.key.roles, ['trader']) ? undefined : 'This key may not trade';
}

function outcomeOf(result: DataOf<'submitOrder'>, { symbol, side }: Position): string {
  const { order_side, quantity, quantity_filled, avg_fill_price, order_status } = result;
  const verb = order_side === 'buy' ? 'Bought' : 'Sold';
  const of = `${formatQuantity(quantity)} ${partsOf(symbol).base}`;
  const filled = quantity_filled === quantity ? of : `${formatQuantity(quantity_filled)} of ${of}`;
  const rest = quantity_filled === quantity ? '' : ` The order is ${order_status}.`;
  const at = `at ${formatPrice(avg_fill_price)}`;
  return `${verb} ${filled} ${at} to close the ${side} ${symbol}.${rest}`;
}
