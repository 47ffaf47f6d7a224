import type { ReactNode } from 'react';
import type { Money } from '../../shared/money.ts';
import { Note, Tag } from '../../shared/ui/Notes.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { Segments } from '../../shared/ui/Segments.tsx';
import type { Side } from './ticket.ts';

export type Mode = 'account' | 'route';

interface TicketPanelProps {
  readonly mode: Mode;
  readonly onMode: (mode: Mode) => void;
  readonly side: Side;
  readonly onSide: (side: Side) => void;
  readonly money: Money;
  /** True when live accounts lead to no real exchange. */
  readonly isSimulator: boolean;
  readonly children: ReactNode;
}

/** Shows the frame of both tickets. Real money never looks like paper. */
export function TicketPanel(props: TicketPanelProps) {
  const { mode, onMode, side, onSide, money, isSimulator, children } = props;
  const isLive = money === 'real';
  return (
    <div className={isLive ? 'trade-real' : undefined}>
      <Panel title="Ticket" aside={<TicketMoney money={money} isSimulator={isSimulator} />}>
        <div className="stack">
          {isLive && (
            <Note mood="bad">
              <strong>REAL MONEY.</strong>{' '}
              {isSimulator
                ? 'A live account; its exchange is a simulator on this service.'
                : 'What is sent from here trades on the exchange itself.'}
            </Note>
          )}
          <div className="trade-wide">
            <Segments
              label="Where the order goes"
              value={mode}
              onChange={onMode}
              options={[
                ['account', 'One account'],
                ['route', 'Route over accounts'],
              ]}
            />
          </div>
          <div className="trade-wide">
            <Segments
              label="Side"
              value={side}
              onChange={onSide}
              options={[
                ['buy', 'Buy'],
                ['sell', 'Sell'],
              ]}
            />
          </div>
          {children}
        </div>
      </Panel>
    </div>
  );
}

function TicketMoney({ money, isSimulator }: { money: Money; isSimulator: boolean }) {
  if (money === 'paper') return <Tag>Paper</Tag>;
  if (money !== 'real') return <Tag mood="warn">{money === 'demo' ? 'Demo' : 'Testnet'}</Tag>;
  return <Tag mood="bad">{isSimulator ? 'Live, simulated exchange' : 'Live'}</Tag>;
}
