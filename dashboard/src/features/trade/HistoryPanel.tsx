import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../shared/api.tsx';
import { useNow } from '../../shared/clock.ts';
import {
  formatExact,
  formatPrice,
  formatQuantity,
  formatTime,
  formatWord,
} from '../../shared/format.ts';
import { marketTypeOf } from '../../shared/symbol.ts';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';
import { ErrorNote } from '../../shared/ui/Notes.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { Segments } from '../../shared/ui/Segments.tsx';
import { allFills, type Fill } from './fills.ts';
import { endedOrdersOf, type LiveOrders, nameOf } from './liveOrders.ts';
import { endedColumns } from './orderColumns.tsx';
import { perpFillsQuery } from './queries.ts';

interface HistoryPanelProps {
  readonly accountId: string;
  readonly symbol: string;
  readonly heard: LiveOrders;
}

/** Shows fills and ended orders as the stream reports them, and earlier fills of perpetuals. */
export function HistoryPanel(props: HistoryPanelProps) {
  const [shown, setShown] = useState<'fills' | 'ended'>('fills');
  const nowMs = useNow(10_000);
  const { accountId, heard } = props;
  return (
    <Panel
      flush
      title={shown === 'fills' ? 'Fills' : 'Ended orders'}
      stale={heard.stream === 'lost'}
      aside={
        <Segments
          label="What is shown"
          value={shown}
          onChange={setShown}
          options={[
            ['fills', 'Fills'],
            ['ended', 'Ended orders'],
          ]}
        />
      }
    >
      {shown === 'fills' ? (
        <Fills {...props} nowMs={nowMs} />
      ) : (
        <DataTable
          caption={`Orders of ${accountId} that ended`}
          columns={endedColumns(nowMs)}
          rows={endedOrdersOf(heard)}
          keyOf={nameOf}
          empty="Orders that end while this page is open are shown here."
        />
      )}
    </Panel>
  );
}

function Fills({ accountId, symbol, heard, nowMs }: HistoryPanelProps & { nowMs: number }) {
  const isPerp = marketTypeOf(symbol) !== 'spot';
  const before = useQuery({
    ...perpFillsQuery(useClient(), accountId, symbol),
    enabled: isPerp,
  });
  const rows = allFills(heard.fills, before.data?.fills ?? []);
  return (
    <>
      {before.error && <ErrorNote error={before.error} what="Earlier fills cannot be read" />}
      <DataTable
        caption={`Fills of ${accountId}`}
        columns={fillColumns(nowMs)}
        rows={rows}
        keyOf={(fill) => `${fill.symbol} ${fill.tradeId}`}
        empty={
          isPerp
            ? `No fills in ${symbol} yet.`
            : 'Fills are shown here as they happen while this page is open.'
        }
      />
    </>
  );
}

function fillColumns(nowMs: number): readonly Column<Fill>[] {
  return [
    { title: 'Time', cell: ({ timestamp }) => formatTime(timestamp, nowMs) },
    { title: 'Symbol', cell: ({ symbol }) => symbol },
    {
      title: 'Side',
      cell: ({ side }) => <strong className={side}>{side === 'buy' ? 'Bought' : 'Sold'}</strong>,
    },
    { title: 'Quantity', isNumber: true, cell: ({ quantity }) => formatExact(quantity) },
    { title: 'Price', isNumber: true, cell: ({ price }) => formatPrice(price) },
    { title: 'Value', isNumber: true, cell: ({ value }) => formatPrice(value, 2) },
    {
      title: 'Fee',
      isNumber: true,
      cell: ({ fee, feeCurrency }) => `${formatQuantity(fee)} ${feeCurrency}`,
    },
    {
      title: 'Role',
      cell: ({ liquidity }) => (liquidity === undefined ? '–' : formatWord(liquidity)),
    },
  ];
}
