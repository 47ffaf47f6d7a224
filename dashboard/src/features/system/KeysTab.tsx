import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DataOf } from '@windlass/client';
import type { KeyRecord } from '@windlass/contract';
import { useState } from 'react';
import { useClient } from '../../shared/api.tsx';
import { useNow } from '../../shared/clock.ts';
import { formatDateTime, formatWord, parseTime } from '../../shared/format.ts';
import { serviceQuery } from '../../shared/queries.ts';
import { Answer } from '../../shared/ui/Answer.tsx';
import { ConfirmButton } from '../../shared/ui/ConfirmButton.tsx';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';
import { DialogButton } from '../../shared/ui/DialogButton.tsx';
import { Tag } from '../../shared/ui/Notes.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { KeyForm } from './KeyForm.tsx';
import { keysQuery } from './queries.ts';
import { SecretNote } from './SecretNote.tsx';

/** Shows the keys of the service, with what each may do and when it ends. */
export function KeysTab() {
  const client = useClient();
  const keys = useQuery(keysQuery(client));
  const { data: service } = useQuery(serviceQuery(client));
  const [made, setMade] = useState<DataOf<'createKey'>>();
  return (
    <div className="stack">
      {made && (
        <SecretNote
          title={`The key "${made.name}" is made`}
          secret={made.key}
          what="the new key"
          onSeen={() => setMade(undefined)}
        />
      )}
      <Panel
        title="API keys"
        flush
        aside={
          <DialogButton label="Make a key…" title="Make an API key">
            {(close) => <KeyForm keys={keys.data ?? []} onMade={setMade} onClose={close} />}
          </DialogButton>
        }
      >
        <Answer of={keys} what="Keys">
          {(rows) => <KeyTable rows={rows} ownId={service?.key.id} />}
        </Answer>
      </Panel>
    </div>
  );
}

interface KeyTableProps {
  readonly rows: readonly KeyRecord[];
  /** Id of the key in use. */
  readonly ownId: string | undefined;
}

function KeyTable({ rows, ownId }: KeyTableProps) {
  const nowMs = useNow(60_000);
  const columns: readonly Column<KeyRecord>[] = [
    {
      title: 'Name',
      cell: ({ name, id }) => (
        <span title={id}>
          <strong>{name}</strong> {id === ownId && <Tag mood="info">In use here</Tag>}
        </span>
      ),
    },
    { title: 'State', cell: (key) => <KeyState of={key} nowMs={nowMs} /> },
    {
      title: 'Roles',
      cell: ({ roles }) => (
        <span className="system-tags">
          {roles.map((role) => (
            <Tag key={role}>{formatWord(role)}</Tag>
          ))}
        </span>
      ),
    },
    { title: 'Paths', cell: ({ paths }) => <code>{paths.join(' ')}</code> },
    { title: 'Accounts', cell: (key) => key.exchange_account_ids?.join(', ') ?? 'All' },
    { title: 'Owner', cell: (key) => <Owner of={key} among={rows} /> },
    { title: 'Made', cell: ({ created_at }) => formatDateTime(created_at) },
    {
      title: 'Expires',
      cell: ({ expires_at }) => (expires_at === null ? 'Never' : formatDateTime(expires_at)),
    },
    { title: '', cell: (key) => <RevokeButton of={key} isOwn={key.id === ownId} /> },
  ];
  return (
    <DataTable
      caption="API keys"
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      empty="No key is stored."
    />
  );
}

interface OwnerProps {
  readonly of: KeyRecord;
  readonly among: readonly KeyRecord[];
}

/** Shows the owner. Keys of one owner share their names of plans and algorithms. */
function Owner({ of: { owner }, among }: OwnerProps) {
  if (owner === 'main') return 'Main';
  const first = among.find(({ id }) => id === owner);
  return <span title={owner}>{first?.name ?? <code>{owner}</code>}</span>;
}

function KeyState({ of: key, nowMs }: { of: KeyRecord; nowMs: number }) {
  if (key.revoked_at !== null) {
    return (
      <span title={formatDateTime(key.revoked_at)}>
        <Tag mood="bad">Revoked</Tag>
      </span>
    );
  }
  const endsMs = parseTime(key.expires_at);
  if (endsMs !== undefined && endsMs <= nowMs) return <Tag mood="warn">Expired</Tag>;
  return <Tag mood="good">Valid</Tag>;
}

function RevokeButton({ of: { id, name, revoked_at }, isOwn }: { of: KeyRecord; isOwn: boolean }) {
  const client = useClient();
  const queries = useQueryClient();
  if (revoked_at !== null) return null;
  const revoke = async () => {
    await client.revokeKey({ id });
    await queries.invalidateQueries({ queryKey: ['system'] });
  };
  return (
    <ConfirmButton
      isSmall
      label="Revoke…"
      accessibleLabel={`Revoke ${name}`}
      title={`Revoke the key ${name}`}
      action="Revoke the key"
      onConfirm={revoke}
    >
      <p>
        The key stops working now, for good. Orders that it sent stay as they are.
        {isOwn && <strong> It is the key this page uses.</strong>}
      </p>
    </ConfirmButton>
  );
}
