import { createId } from '../../shared/ids.ts';
import { ErrorNote, Note } from '../../shared/ui/Notes.tsx';
import { OpenOutcome } from './OpenOutcome.tsx';
import { lackOf } from './OrderSend.tsx';
import type { RouteInput } from './queries.ts';
import { describeRoute, type RouteReading } from './routeTicket.ts';
import { SendButton } from './SendButton.tsx';
import type { Side } from './ticket.ts';
import type { RouteSending } from './useRouteSending.ts';

interface RouteSendProps {
  readonly reading: RouteReading;
  readonly side: Side;
  readonly isLive: boolean;
  readonly trouble: string | undefined;
  readonly sending: RouteSending;
}

/** Shows the button that sends a route. Its result is shown as its plan. */
export function RouteSend({ reading, side, isLive, trouble, sending }: RouteSendProps) {
  const input = reading.kind === 'whole' ? reading.input : undefined;
  const { now } = sending;
  const send = async () => {
    if (input) await sending.send({ ...input, client_plan_id: createId() });
  };
  return (
    <div className="stack">
      <SendButton
        label={input ? describeRoute(input) : lackOf(reading)}
        isDisabled={input === undefined || trouble !== undefined || sending.isBusy}
        isSending={now.phase === 'sending'}
        warning={isLive && input ? <RealRoute input={input} /> : undefined}
        side={side}
        onSend={send}
      />
      {trouble !== undefined && <Note mood="warn">{trouble}</Note>}
      {now.phase === 'refused' && <ErrorNote error={now.error} what="Not sent" />}
      {now.phase === 'open' && (
        <OpenOutcome
          what="route"
          sent={describeRoute(now.sent)}
          id={now.sent.client_plan_id}
          sending={sending}
        />
      )}
    </div>
  );
}

function RealRoute({ input }: { input: RouteInput }) {
  return (
    <p>
      <strong>{describeRoute(input)}</strong>, at market: {input.exchange_account_ids.join(', ')}.
      Accounts among them are live: fills use real money and cannot be undone.
    </p>
  );
}
