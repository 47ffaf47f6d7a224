import { ConfirmButton } from '../../shared/ui/ConfirmButton.tsx';
import { ErrorNote, Note } from '../../shared/ui/Notes.tsx';
import type { Submitting } from './useSubmission.ts';

interface OpenOutcomeProps {
  /** "order" or "route". */
  readonly what: string;
  /** The sent order in words. */
  readonly sent: string;
  readonly id: string;
  readonly sending: Submitting<unknown, unknown>;
}

/** Shows an unknown outcome: only what can be done about it. */
export function OpenOutcome({ what, sent, id, sending }: OpenOutcomeProps) {
  const { now, asked } = sending;
  if (now.phase !== 'open') return null;
  return (
    <div className="stack">
      <Note mood="warn">
        <strong>This {what} may have reached the exchange: </strong>
        {sent}. Nothing else is sent until that is known.
      </Note>
      {now.error !== undefined && <ErrorNote error={now.error} what="No clear answer" />}
      {asked.isMissing ? (
        <Note>
          The service has no {what} of this id. It may be on its way still. Sent again it keeps its
          id, so that it is done once however often it arrives.
        </Note>
      ) : (
        <p className="small muted" role="status">
          Asking the service for it every few seconds…
        </p>
      )}
      {asked.error !== null && !asked.isMissing && (
        <ErrorNote error={asked.error} what="It cannot be looked up" />
      )}
      <div className="row">
        <button type="button" className="button primary" onClick={sending.askNow}>
          Ask for it now
        </button>
        {asked.isMissing && (
          <button type="button" className="button" onClick={() => void sending.sendAgain()}>
            Retry with the same ID
          </button>
        )}
        <ConfirmButton
          label="Stop asking"
          title={`Stop asking for this ${what}?`}
          action="Stop asking and free the ticket"
          onConfirm={async () => sending.dismiss()}
        >
          It may be on the exchange all the same: look for it among the open orders and the balances
          before you send another. Its id is <code>{id}</code>.
        </ConfirmButton>
      </div>
    </div>
  );
}
