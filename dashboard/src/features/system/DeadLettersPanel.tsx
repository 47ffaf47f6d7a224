import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DeadLetterRecord } from '@windlass/contract';
import { useState } from 'react';
import { useClient } from '../../shared/api.tsx';
import { formatCount, formatDateTime, formatWord } from '../../shared/format.ts';
import { Answer } from '../../shared/ui/Answer.tsx';
import { ConfirmButton } from '../../shared/ui/ConfirmButton.tsx';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';
import { ErrorNote } from '../../shared/ui/Notes.tsx';
import { Pager } from '../../shared/ui/Pager.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { deadLettersQuery } from './queries.ts';

const size = 50;

/** Shows alerts that were given up, until somebody sends them again or dismisses them. */
export function DeadLettersPanel() {
  const client = useClient();
  const queries = useQueryClient();
  const [page, setPage] = useState(1);
  const letters = useQuery(deadLettersQuery(client, { page: page - 1, size }));
  const settle = () => queries.invalidateQueries({ queryKey: ['system'] });
  const retry = useMutation({
    mutationFn: (id: string) => client.retryDeadLetter({ id }),
    onSettled: settle,
  });
  const remove = async (id: string) => {
    await client.removeDeadLetter({ id });
    await settle();
  };
  return (
    <Panel title="Dead letters" flush>
      {retry.error && <ErrorNote error={retry.error} what="It was not queued again" />}
      <Answer of={letters} what="Dead letters">
        {({ dead_letters: rows, total }) => (
          <>
            <DataTable
              caption="Dead letters"
              columns={columnsOf({ onRetry: retry.mutate, remove })}
              rows={rows}
              keyOf={({ delivery_id }) => delivery_id}
              empty="Every alert was delivered, or still waits for an attempt."
            />
            {total > 0 && (
              <Pager page={page} size={size} total={total} what="dead letters" onPage={setPage} />
            )}
          </>
        )}
      </Answer>
    </Panel>
  );
}

interface Actions {
  readonly onRetry: (id: string) => void;
  readonly remove: (id: string) => Promise<void>;
}

function columnsOf({ onRetry, remove }: Actions): readonly Column<DeadLetterRecord>[] {
  return [
    { title: 'Failed', cell: ({ died_at }) => formatDateTime(died_at) },
    { title: 'Alert', cell: ({ alert }) => formatWord(alert.kind) },
    { title: 'Raised', cell: ({ alert }) => formatDateTime(alert.raised_at) },
    { title: 'Attempts', isNumber: true, cell: ({ attempts }) => formatCount(attempts) },
    { title: 'Why', cell: (row) => <span className="system-reason">{row.last_error}</span> },
    {
      title: '',
      cell: ({ delivery_id: id, alert }) => (
        <div className="system-actions">
          <button type="button" className="button small" onClick={() => onRetry(id)}>
            Send again
          </button>
          <ConfirmButton
            isSmall
            label="Delete…"
            title="Delete a dead letter"
            action="Delete the dead letter"
            onConfirm={() => remove(id)}
          >
            <p>
              Nobody will be alerted of this {formatWord(alert.kind).toLowerCase()} of{' '}
              {formatDateTime(alert.raised_at)}.
            </p>
          </ConfirmButton>
        </div>
      ),
    },
  ];
}
