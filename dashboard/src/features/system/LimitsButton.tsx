import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type AccountRecord, accountEndpoints } from '@windlass/contract';
import { useState } from 'react';
import { useClient } from '../../shared/api.tsx';
import { checkInput, issueOf, partOf } from '../../shared/issues.ts';
import { DialogButton, DialogForm } from '../../shared/ui/DialogButton.tsx';
import { NumberField } from '../../shared/ui/Field.tsx';
import { changesOf, limitFields, textsOf } from './limits.ts';

export function LimitsButton({ record }: { record: AccountRecord }) {
  const { exchange_account_id: id } = record;
  return (
    <DialogButton
      label="Limits…"
      accessibleLabel={`Limits of ${id}`}
      title={`Limits of ${id}`}
      isSmall
    >
      {(close) => <LimitsForm record={record} onClose={close} />}
    </DialogButton>
  );
}

/** Shows the new value of each limit before it is sent. */
function LimitsForm({ record, onClose }: { record: AccountRecord; onClose: () => void }) {
  const client = useClient();
  const queries = useQueryClient();
  const [texts, setTexts] = useState(textsOf(record));
  const { change, lines } = changesOf(record, texts);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const checked = checkInput(partOf(accountEndpoints.changeAccount.body), change);
      return await client.changeAccount({ id: record.exchange_account_id, ...checked });
    },
    onSuccess: async () => {
      onClose();
      await queries.invalidateQueries({ queryKey: ['system'] });
    },
  });
  return (
    <DialogForm
      action="Change the limits"
      isIdle={lines.length === 0}
      isBusy={isPending}
      onSubmit={() => mutate()}
      error={error}
      onClose={onClose}
    >
      <div className="form-grid">
        {limitFields.map(({ name, label, hint }) => (
          <NumberField
            key={name}
            label={label}
            hint={hint}
            value={texts[name]}
            onChange={(text) => setTexts({ ...texts, [name]: text })}
            wrong={issueOf(error, name) ?? issueOf(error, `limits.${name}`)}
          />
        ))}
      </div>
      {lines.length > 0 && (
        <ul className="system-orders" aria-label="What changes">
          {lines.map(({ label, from, to }) => (
            <li key={label}>
              {`${label}: ${from} → `}
              <strong>{to}</strong>
            </li>
          ))}
        </ul>
      )}
    </DialogForm>
  );
}
