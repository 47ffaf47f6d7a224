import { useQuery } from '@tanstack/react-query';
import type { DataOf } from '@windlass/client';
import { accessEndpoints, type KeyRecord, type Role, roles } from '@windlass/contract';
import { useState } from 'react';
import { useClient } from '../../shared/api.tsx';
import { checkInput, issueOf, partOf } from '../../shared/issues.ts';
import { accountsQuery } from '../../shared/queries.ts';
import { DialogForm } from '../../shared/ui/DialogButton.tsx';
import { SelectField, TextField } from '../../shared/ui/Field.tsx';
import { Choices } from './Choices.tsx';
import { useMaking } from './useMaking.ts';

interface KeyFormProps {
  /** Stored keys, one of which the new key may replace. */
  readonly keys: readonly KeyRecord[];
  readonly onMade: (key: DataOf<'createKey'>) => void;
  readonly onClose: () => void;
}

/** Makes a key. None of its limits can be changed later, so all are asked for here. */
export function KeyForm({ keys, onMade, onClose }: KeyFormProps) {
  const client = useClient();
  const [name, setName] = useState('');
  const [held, setHeld] = useState<readonly Role[]>(['viewer']);
  const [paths, setPaths] = useState('/**');
  const [accounts, setAccounts] = useState<readonly string[]>([]);
  const [expires, setExpires] = useState('');
  const [replaces, setReplaces] = useState('');
  const making = useMaking(
    async () =>
      client.createKey(
        checkInput(partOf(accessEndpoints.createKey.body), {
          name,
          roles: [...held],
          paths: paths.split(/[\s,]+/).filter(Boolean),
          exchange_account_ids: accounts.length > 0 ? [...accounts] : undefined,
          expires_at: expires === '' ? undefined : toIso(expires),
          replaces: replaces === '' ? undefined : replaces,
        }),
      ),
    { onMade, onClose },
  );
  const { error } = making;
  return (
    <DialogForm action="Make the key" {...making}>
      <TextField label="Name" value={name} onChange={setName} wrong={issueOf(error, 'name')} />
      <Choices
        legend="Roles"
        isWords
        all={roles}
        chosen={held}
        onChange={setHeld}
        wrong={issueOf(error, 'roles')}
      />
      <TextField
        label="Paths"
        hint="globs over the request path, set apart by spaces"
        value={paths}
        onChange={setPaths}
        wrong={issueOf(error, 'paths')}
      />
      <AccountChoices accounts={accounts} setAccounts={setAccounts} />
      <TextField
        label="Expires"
        type="datetime-local"
        hint="empty = never"
        value={expires}
        onChange={setExpires}
        wrong={issueOf(error, 'expires_at')}
      />
      <Replaced
        keys={keys}
        replaces={replaces}
        setReplaces={setReplaces}
        wrong={issueOf(error, 'replaces')}
      />
    </DialogForm>
  );
}

interface ReplacedProps {
  readonly keys: readonly KeyRecord[];
  readonly replaces: string;
  readonly setReplaces: (id: string) => void;
  readonly wrong: string | undefined;
}

function Replaced({ keys, replaces, setReplaces, wrong }: ReplacedProps) {
  const options = keys.map(({ id, name }) => [id, `${name} (${id})`] as const);
  return (
    <SelectField
      label="Replaces"
      hint="takes over its owner: names of plans and algorithms stay its own"
      value={replaces}
      options={[['', 'No key'], ...options]}
      onChange={setReplaces}
      wrong={wrong}
    />
  );
}

interface AccountChoicesProps {
  readonly accounts: readonly string[];
  readonly setAccounts: (accounts: readonly string[]) => void;
}

function AccountChoices({ accounts, setAccounts }: AccountChoicesProps) {
  const { data = [] } = useQuery(accountsQuery(useClient()));
  if (data.length === 0) return null;
  return (
    <Choices
      legend="Only these accounts; all when none is chosen"
      all={data.map(({ exchange_account_id: id }) => id)}
      chosen={accounts}
      onChange={setAccounts}
    />
  );
}

/** Returns the field's local time in the service's format, or an invalid text unchanged. */
function toIso(local: string): string {
  const ms = Date.parse(local);
  return Number.isNaN(ms) ? local : new Date(ms).toISOString();
}
