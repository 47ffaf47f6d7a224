import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DataOf } from '@windlass/client';
import type { WebhookRecord } from '@windlass/contract';
import { useState } from 'react';
import { useClient } from '../../shared/api.tsx';
import { formatCount, formatDateTime, formatMany, formatWord } from '../../shared/format.ts';
import { Answer } from '../../shared/ui/Answer.tsx';
import { ConfirmButton } from '../../shared/ui/ConfirmButton.tsx';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';
import { DialogButton } from '../../shared/ui/DialogButton.tsx';
import { ErrorNote, Note, Tag } from '../../shared/ui/Notes.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { DeadLettersPanel } from './DeadLettersPanel.tsx';
import { webhooksQuery } from './queries.ts';
import { SecretNote } from './SecretNote.tsx';
import { WebhookForm } from './WebhookForm.tsx';

/** Shows the webhooks, and alerts that could not be delivered. */
export function WebhooksTab() {
  const client = useClient();
  const webhooks = useQuery(webhooksQuery(client));
  const [made, setMade] = useState<DataOf<'createWebhook'>>();
  const test = useMutation({ mutationFn: (id: string) => client.testWebhook({ id }) });
  return (
    <div className="stack">
      {made && made.secret !== null && (
        <SecretNote
          title="The webhook's secret is made"
          secret={made.secret}
          what="the secret"
          onSeen={() => setMade(undefined)}
        />
      )}
      <Panel
        title="Webhooks"
        flush
        aside={
          <DialogButton label="Add a webhook…" title="Add a webhook">
            {(close) => <WebhookForm onMade={setMade} onClose={close} />}
          </DialogButton>
        }
      >
        {test.isPending && <Note>Sending a test alert…</Note>}
        {test.error && <ErrorNote error={test.error} what="The test was not sent" />}
        {test.data && <TestNote of={test.data} />}
        <Answer of={webhooks} what="Webhooks">
          {(rows) => <WebhookTable rows={rows} onTest={test.mutate} />}
        </Answer>
      </Panel>
      <DeadLettersPanel />
    </div>
  );
}

function TestNote({ of: { delivered, error } }: { of: DataOf<'testWebhook'> }) {
  return delivered ? (
    <Note mood="good">The test alert was taken.</Note>
  ) : (
    <Note mood="bad">The test alert was not taken: {error}</Note>
  );
}

interface WebhookTableProps {
  readonly rows: readonly WebhookRecord[];
  readonly onTest: (id: string) => void;
}

function WebhookTable({ rows, onTest }: WebhookTableProps) {
  const columns: readonly Column<WebhookRecord>[] = [
    { title: 'Address', cell: ({ url }) => <code>{url}</code> },
    { title: 'Alerts', cell: ({ kinds }) => kinds?.map(formatWord).join(', ') ?? 'All' },
    { title: 'Waiting', isNumber: true, cell: ({ pending }) => formatCount(pending) },
    {
      title: 'Dead letters',
      isNumber: true,
      cell: ({ dead_letters: dead }) =>
        dead > 0 ? <Tag mood="bad">{formatCount(dead)}</Tag> : formatCount(dead),
    },
    { title: 'Made', cell: ({ created_at }) => formatDateTime(created_at) },
    {
      title: '',
      cell: (webhook) => (
        <div className="system-actions">
          <button
            type="button"
            className="button small"
            aria-label={`Test ${webhook.url}`}
            onClick={() => onTest(webhook.webhook_id)}
          >
            Test
          </button>
          <RemoveButton of={webhook} />
        </div>
      ),
    },
  ];
  return (
    <DataTable
      caption="Webhooks"
      columns={columns}
      rows={rows}
      keyOf={({ webhook_id }) => webhook_id}
      empty={
        'No webhooks: nobody is alerted. ' +
        'Halts, unknown orders, differences and old books are told to those you add.'
      }
    />
  );
}

function RemoveButton({
  of: { webhook_id: id, url, pending, dead_letters },
}: {
  of: WebhookRecord;
}) {
  const client = useClient();
  const queries = useQueryClient();
  const remove = async () => {
    await client.removeWebhook({ id });
    await queries.invalidateQueries({ queryKey: ['system'] });
  };
  return (
    <ConfirmButton
      isSmall
      label="Delete…"
      accessibleLabel={`Delete ${url}`}
      title="Delete a webhook"
      action="Delete the webhook"
      onConfirm={remove}
    >
      <p>
        Alerts no longer go to <code>{url}</code>.{' '}
        {`${formatMany(pending, 'delivery that waits', 'deliveries that wait')} and `}
        {`${formatMany(dead_letters, 'dead letter')} go with it.`}
      </p>
    </ConfirmButton>
  );
}
