import { shortId } from '../../shared/format.ts';
import { createId } from '../../shared/ids.ts';
import { ErrorNote, Note } from '../../shared/ui/Notes.tsx';
import { OpenOutcome } from './OpenOutcome.tsx';
import { describeOutcome } from './orderOutcome.ts';
import { SendButton } from './SendButton.tsx';
import type { OrderTerms, Reading, Side } from './ticket.ts';
import type { OrderSending } from './useOrderSending.ts';
import { describeTerms } from './words.ts';

interface OrderSendProps {
  readonly reading: Reading;
  readonly side: Side;
  readonly isLive: boolean;
  /** Reason why nothing can be sent, whatever the ticket contains. */
  readonly trouble: string | undefined;
  /** Reason why the service would refuse it as it is. The service checks again when it is sent. */
  readonly refusal: string | undefined;
  readonly sending: OrderSending;
}

/** Shows the button that sends the ticket, and the result. */
export function OrderSend(props: OrderSendProps) {
  const { reading, side, isLive, trouble, refusal, sending } = props;
  const terms = reading.kind === 'whole' ? reading.terms : undefined;
  const send = async () => {
    if (terms) await sending.send({ ...terms, client_order_id: createId() });
  };
  return (
    <div className="stack">
      {refusal !== undefined && (
        <Note mood="bad">
          <strong>It would be refused: </strong>
          {refusal}
        </Note>
      )}
      <SendButton
        label={labelOf(terms, reading, trouble)}
        isDisabled={terms === undefined || trouble !== undefined || sending.isBusy}
        isSending={sending.now.phase === 'sending'}
        warning={isLive && terms ? <RealOrder terms={terms} /> : undefined}
        side={side}
        onSend={send}
      />
      {trouble !== undefined && <Note mood="warn">{trouble}</Note>}
      <OrderAnswer sending={sending} />
    </div>
  );
}

function labelOf(terms: OrderTerms | undefined, reading: Reading, trouble: string | undefined) {
  if (terms) return describeTerms(terms);
  return trouble === undefined ? lackOf(reading) : 'Sending unavailable';
}

/** Returns what the ticket lacks, as the button's text. */
export function lackOf(reading: {
  readonly kind: string;
  readonly missing?: readonly string[];
}): string {
  const missing = reading.missing ?? [];
  if (missing.length === 0) return 'Fix the marked fields';
  const last = missing.at(-1);
  const rest = missing.slice(0, -1).join(', ');
  return rest === '' ? `Enter ${last}` : `Enter ${rest} and ${last}`;
}

function RealOrder({ terms }: { terms: OrderTerms }) {
  return (
    <p>
      <strong>{describeTerms(terms)}.</strong> The account is live: fills use real money and cannot
      be undone.
    </p>
  );
}

function OrderAnswer({ sending }: { sending: OrderSending }) {
  const { now } = sending;
  switch (now.phase) {
    case 'ready':
    case 'sending':
      return null;
    case 'refused':
      return <ErrorNote error={now.error} what="Not sent" />;
    case 'open': {
      const { sent } = now;
      const words = { what: 'order', sent: describeTerms(sent), id: sent.client_order_id };
      return <OpenOutcome {...words} sending={sending} />;
    }
    case 'answered': {
      const { mood, text } = describeOutcome(now.sent, now.result);
      return (
        <Note mood={mood}>
          <strong>{describeTerms(now.sent)}. </strong>
          {text}{' '}
          <code className="muted" title={now.result.orderId}>
            {shortId(now.result.orderId)}
          </code>
        </Note>
      );
    }
  }
}
