import { useId } from 'react';
import { CheckField } from '../../../shared/ui/Field.tsx';
import { venueName } from '../../../shared/venues.ts';
import { useCandidates } from './listing.ts';

interface AccountChecksProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly symbol: string;
  readonly value: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly wrong: string | undefined;
}

/** Offers the accounts that can trade a symbol, and says why the others cannot. */
export function AccountChecks(props: AccountChecksProps) {
  const { label, hint, symbol, value, onChange, wrong } = props;
  const id = useId();
  const candidates = useCandidates(symbol);
  const toggle = (account: string, isChosen: boolean) =>
    onChange(isChosen ? [...value, account] : value.filter((each) => each !== account));
  const note = wrong ?? hint;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws a frame and takes no flex box
    <div
      className="field algorithms-accounts"
      role="group"
      aria-labelledby={id}
      aria-describedby={note === undefined ? undefined : `${id}-note`}
    >
      <span className="label" id={id}>
        {label}
      </span>
      <div className="algorithms-checks">
        {candidates.map(({ account, against }) => {
          const { exchange_account_id: name, exchange, mode } = account;
          const isChosen = value.includes(name);
          return (
            <CheckField
              key={name}
              label={name}
              hint={against ?? `${venueName(exchange)}, ${mode}`}
              checked={isChosen}
              // An account that was chosen for another symbol can still be deselected.
              disabled={against !== undefined && !isChosen}
              onChange={(checked) => toggle(name, checked)}
            />
          );
        })}
      </div>
      {candidates.length === 0 && (
        <span className="hint">
          This key reaches no account. An admin can add one in System &gt; Accounts.
        </span>
      )}
      {note !== undefined && (
        <span id={`${id}-note`} className={wrong === undefined ? 'hint' : 'wrong'}>
          {note}
        </span>
      )}
    </div>
  );
}
