import type { DataOf } from '@windlass/client';
import type { ReactNode } from 'react';
import { useNow } from '../../shared/clock.ts';
import {
  formatBps,
  formatDuration,
  formatFigure,
  formatPct,
  formatPrice,
  formatQuantity,
  formatUsd,
} from '../../shared/format.ts';
import type { Money } from '../../shared/money.ts';
import { partsOf } from '../../shared/symbol.ts';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';
import { Tag } from '../../shared/ui/Notes.tsx';
import { VenueTag } from '../../shared/ui/VenueTag.tsx';
import { CloseButton } from './CloseButton.tsx';
import { LiquidationCell } from './LiquidationCell.tsx';
import { isInverse, type Position, positionKey, sizeOf } from './risk.ts';
import { SettingsLink } from './SettingsLink.tsx';
import { Signed } from './Signed.tsx';

export interface PositionRow {
  readonly position: Position;
  readonly money: Money | undefined;
  /** True when it was not updated for a while. It is shown, but looks old. */
  readonly isOld: boolean;
  readonly funding: DataOf<'getFundingRate'> | undefined;
}

interface PositionsTableProps {
  readonly rows: readonly PositionRow[];
  readonly empty: ReactNode;
  /** Reason why nothing can be closed here. */
  readonly barred: string | undefined;
  readonly onClosed: (result: DataOf<'submitOrder'>, position: Position) => void;
}

export function PositionsTable({ rows, empty, barred, onClosed }: PositionsTableProps) {
  const columns: readonly Column<PositionRow>[] = [
    { title: 'Position', cell: aged(PositionCell) },
    { title: 'Account', cell: aged(AccountCell) },
    { title: 'Size', isNumber: true, cell: aged(SizeCell) },
    { title: 'Entry', isNumber: true, cell: aged(EntryCell) },
    { title: 'Unrealised PnL', isNumber: true, cell: aged(GainCell) },
    { title: 'Leverage', cell: aged(LeverageCell) },
    { title: 'Liquidation', cell: aged(LiquidationCell) },
    { title: 'Funding', isNumber: true, cell: aged(FundingCell) },
    {
      title: 'Action',
      isKept: true,
      cell: ({ position, money }) => (
        <CloseButton position={position} money={money} barred={barred} onClosed={onClosed} />
      ),
    },
  ];
  return (
    <DataTable
      caption="Open positions"
      columns={columns}
      rows={rows}
      empty={empty}
      keyOf={({ position }) => positionKey(position)}
    />
  );
}

/** Returns a cell that looks old with its row. */
function aged(Cell: (row: PositionRow) => ReactNode) {
  return (row: PositionRow) => (
    <div className={row.isOld ? 'stale' : undefined}>
      <Cell {...row} />
    </div>
  );
}

/** Shows one figure above, and what belongs to it below. */
function Two({ above, below }: { above: ReactNode; below: ReactNode }) {
  return (
    <>
      <div>{above}</div>
      <div className="small muted">{below}</div>
    </>
  );
}

function PositionCell({ position, isOld }: PositionRow) {
  const { symbol, side } = position;
  return (
    <div className="row">
      <strong>{symbol}</strong>
      <Tag mood={side === 'long' ? 'good' : 'bad'}>{side === 'long' ? 'Long' : 'Short'}</Tag>
      {isOld && <Tag mood="warn">Last known</Tag>}
    </div>
  );
}

function AccountCell({ position, money }: PositionRow) {
  const word = money === 'real' ? 'real money' : money;
  const said = word === undefined || word === 'paper' ? '' : `, ${word}`;
  const below = `${position.exchange_account_id}${said}`;
  return <Two above={<VenueTag venue={position.exchange} />} below={below} />;
}

function SizeCell({ position }: PositionRow) {
  const { base } = partsOf(position.symbol);
  const size = `${formatQuantity(sizeOf(position))} ${base}`;
  return <Two above={size} below={formatUsd(position.notional)} />;
}

function EntryCell({ position: { entry_price, mark_price } }: PositionRow) {
  return <Two above={formatPrice(entry_price)} below={`mark ${formatPrice(mark_price)}`} />;
}

function GainCell({ position }: PositionRow) {
  const { unrealized_pnl: gain, percentage, symbol } = position;
  const { settle } = partsOf(symbol);
  const text = isInverse(symbol) ? `${formatFigure(gain, 6)} ${settle}` : formatUsd(gain);
  return (
    <Two above={<Signed value={gain} text={text} />} below={`${formatPct(percentage)} of margin`} />
  );
}

function LeverageCell({ position }: PositionRow) {
  const { leverage, margin_mode, margin_health_score: health } = position;
  const isAtRisk = health !== null && health < riskHealth;
  return (
    <Two
      above={
        <SettingsLink position={position}>
          {leverage === null ? '–' : `${formatQuantity(leverage)}×`} {margin_mode}
        </SettingsLink>
      }
      below={
        isAtRisk ? (
          <Tag mood="bad">At risk: health {formatFigure(health, 0)}</Tag>
        ) : (
          `health ${formatFigure(health, 0)} of 100`
        )
      }
    />
  );
}

/** Below this score a position is at risk (Trading §2.5). */
const riskHealth = 30;

function FundingCell({ position, funding }: PositionRow) {
  const nowMs = useNow();
  if (!funding) return <span className="muted">–</span>;
  const { funding_rate: rate, next_funding_time: next } = funding;
  const isPaid = rate !== 0 && rate > 0 === (position.side === 'long');
  const when = next === null ? '' : ` in ${formatDuration(Math.max(0, next - nowMs))}`;
  const words = rate === 0 ? 'nothing' : isPaid ? 'pays' : 'receives';
  return <Two above={formatBps(rate * 10_000)} below={`${words}${when}`} />;
}
