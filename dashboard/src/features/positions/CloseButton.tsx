import type { DataOf } from '@windlass/client';
import { useBooks } from '../../shared/books/hooks.ts';
import { formatPrice, formatQuantity, formatUsd } from '../../shared/format.ts';
import type { Money } from '../../shared/money.ts';
import { partsOf } from '../../shared/symbol.ts';
import { ConfirmButton } from '../../shared/ui/ConfirmButton.tsx';
import { Pairs } from '../../shared/ui/Figures.tsx';
import { Note } from '../../shared/ui/Notes.tsx';
import { venueName } from '../../shared/venues.ts';
import { type ClosingOrder, closingOrder, expectedPrice } from './closing.ts';
import type { Position } from './risk.ts';
import { useClosing } from './useClosing.ts';

interface CloseButtonProps {
  readonly position: Position;
  readonly money: Money | undefined;
  /** Reason why it cannot be closed here. */
  readonly barred: string | undefined;
  readonly onClosed: (result: DataOf<'submitOrder'>, position: Position) => void;
}

export function CloseButton({ position, money, barred, onClosed }: CloseButtonProps) {
  const { close, kept } = useClosing(position);
  const order = kept ?? closingOrder(position, '');
  if (!order || barred !== undefined) {
    return (
      <span className="small muted">
        {barred ??
          `Settled in ${partsOf(position.symbol).base}: inverse contracts are not supported`}
      </span>
    );
  }
  const { side, symbol, exchange_account_id: account } = position;
  const what = `${orderWords(order)} of ${symbol} on ${account}`;
  return (
    <ConfirmButton
      isSmall
      label="Close"
      accessibleLabel={`Close ${side} ${symbol} on ${account}`}
      title={`${what}?`}
      action={`${orderWords(order)} at the market`}
      onConfirm={async () => onClosed(await close(), position)}
    >
      <Closing position={position} order={order} money={money} isRepeat={kept !== null} />
    </ConfirmButton>
  );
}

function orderWords({ side, quantity, symbol }: ClosingOrder): string {
  return `${side === 'buy' ? 'Buy' : 'Sell'} ${formatQuantity(quantity)} ${partsOf(symbol).base}`;
}

interface ClosingProps {
  readonly position: Position;
  readonly order: ClosingOrder;
  readonly money: Money | undefined;
  readonly isRepeat: boolean;
}

/** Shows the effects of closing at current prices. Drawn only while the question is open. */
function Closing({ position, order, money, isRepeat }: ClosingProps) {
  const { symbol, exchange, exchange_account_id, entry_price, mark_price, side } = position;
  const expected = expectedPrice(position, useBooks(symbol));
  const { quote } = partsOf(symbol);
  const gain =
    expected && entry_price !== null
      ? (expected.price - entry_price) * order.quantity * (side === 'long' ? 1 : -1)
      : null;
  return (
    <div className="stack">
      <p>
        A market order that can only reduce: it closes this {side} position and opens no other.
        {money === 'real' && <strong> Real money.</strong>}
      </p>
      <Pairs
        of={[
          [
            'Account',
            `${exchange_account_id} (${venueName(exchange)}${money ? `, ${money}` : ''})`,
          ],
          ['Order', `${orderWords(order)}, ${symbol}`],
          ['Expected price', `${formatPrice(expected?.price)} ${quote}`],
          ['', <ExpectedFrom key="from" source={expected?.source} venue={venueName(exchange)} />],
          ['Mark price', `${formatPrice(mark_price)} ${quote}`],
          ['Value', formatUsd(expected && expected.price * order.quantity)],
          ['Realised PnL', `${formatUsd(gain)} before fees`],
        ]}
      />
      {isRepeat && (
        <Note mood="warn">
          The order sent before is unconfirmed. Retry reuses its ID: it cannot trade twice.
        </Note>
      )}
    </div>
  );
}

interface ExpectedFromProps {
  readonly source: 'book' | 'part of the book' | 'mark' | undefined;
  readonly venue: string;
}

function ExpectedFrom({ source, venue }: ExpectedFromProps) {
  return <span className="small muted">{sourceWords(source, venue)}</span>;
}

function sourceWords(source: ExpectedFromProps['source'], venue: string): string {
  switch (source) {
    case 'book':
      return `average for this size over ${venue}'s live book`;
    case 'part of the book':
      return `${venue}'s live book shows less than this size: expect worse`;
    case 'mark':
      return `the mark price: no live book of ${venue} here`;
    case undefined:
      return 'no price of this market is known now';
  }
}
