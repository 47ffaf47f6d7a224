import { useQuery } from '@tanstack/react-query';
import type { DataOf } from '@windlass/client';
import { useId, useState } from 'react';
import { useClient } from '../../shared/api.tsx';
import { useSettled } from '../../shared/clock.ts';
import { formatDateTime, formatMany, shortId } from '../../shared/format.ts';
import { changeParams, useParam } from '../../shared/location.ts';
import { Answer } from '../../shared/ui/Answer.tsx';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';
import { TextField } from '../../shared/ui/Field.tsx';
import { Tag } from '../../shared/ui/Notes.tsx';
import { Pager } from '../../shared/ui/Pager.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { type FieldChange, fieldChanges, nameOf } from './audit.ts';
import { auditQuery } from './queries.ts';

const size = 50;

type Entry = DataOf<'listAudit'>['entries'][number];

/** Shows who did what, newest first. Nothing in it can be changed. */
export function AuditTab() {
  const client = useClient();
  const [named] = useParam('action', '');
  const [page, setPage] = useState(1);
  const action = useSettled(named.trim(), 350);
  const recent = useQuery(auditQuery(client, { page: 0, size: 200 }));
  const audit = useQuery(
    auditQuery(client, { page: page - 1, size, ...(action !== '' && { action }) }),
  );
  const filter = (text: string) => {
    setPage(1);
    changeParams({ action: text });
  };
  const known = new Set(recent.data?.entries.map((entry) => entry.action));
  return (
    <Panel title="Audit log" flush>
      <div className="system-filters">
        <ActionFilter value={named} onChange={filter} known={[...known].sort()} />
      </div>
      <Answer of={audit} what="The audit log">
        {({ entries, total }) => (
          <>
            <DataTable
              caption="Audit log"
              columns={columns}
              rows={entries}
              keyOf={({ id }) => String(id)}
              empty={
                action === ''
                  ? 'Nothing was done yet.'
                  : 'No entry has this action. It must be written in full, as account.halted.'
              }
            />
            {total > 0 && (
              <Pager page={page} size={size} total={total} what="entries" onPage={setPage} />
            )}
          </>
        )}
      </Answer>
    </Panel>
  );
}

interface ActionFilterProps {
  readonly value: string;
  readonly onChange: (action: string) => void;
  /** Actions of the latest entries. */
  readonly known: readonly string[];
}

function ActionFilter({ value, onChange, known }: ActionFilterProps) {
  const id = useId();
  return (
    <>
      <TextField
        label="Action"
        placeholder="all, or one as account.halted"
        value={value}
        onChange={onChange}
        list={id}
      />
      <datalist id={id}>
        {known.map((action) => (
          <option key={action} value={action} />
        ))}
      </datalist>
    </>
  );
}

const columns: readonly Column<Entry>[] = [
  { title: 'When', cell: ({ at }) => formatDateTime(at) },
  {
    title: 'Who',
    cell: ({ actor_name, actor_id, request_id }) => (
      <span title={`${actor_id}${request_id === null ? '' : `, request ${request_id}`}`}>
        {actor_name}
      </span>
    ),
  },
  { title: 'Action', cell: ({ action }) => <Tag>{action}</Tag> },
  {
    title: 'Subject',
    cell: (entry) => <Subject of={entry} />,
  },
  {
    title: 'What changed',
    cell: ({ before, after }) => <Changes of={fieldChanges(before, after)} />,
  },
];

/** Ids that people chose are shorter than random ones. */
const chosenMax = 23;

function Subject({ of: { subject, before, after } }: { of: Entry }) {
  const name = nameOf(after) ?? nameOf(before);
  return (
    <>
      <code title={subject}>{subject.length > chosenMax ? shortId(subject) : subject}</code>
      {name !== undefined && name !== subject && <span className="small"> {name}</span>}
    </>
  );
}

/** As many as keep a row low. */
const shownMax = 4;

function Changes({ of: changes }: { of: readonly FieldChange[] }) {
  if (changes.length === 0) return <span className="muted">–</span>;
  if (changes.length <= shownMax) return <ChangeList of={changes} />;
  return (
    <details>
      <summary>{formatMany(changes.length, 'field')}</summary>
      <ChangeList of={changes} />
    </details>
  );
}

function ChangeList({ of: changes }: { of: readonly FieldChange[] }) {
  return (
    <ul className="system-changes small">
      {changes.map(({ path, before, after }) => (
        <li key={path}>
          <span className="muted">{path} </span>
          {before !== undefined && <del>{before}</del>}
          {before !== undefined && after !== undefined && ' → '}
          {after !== undefined && <ins>{after}</ins>}
        </li>
      ))}
    </ul>
  );
}
