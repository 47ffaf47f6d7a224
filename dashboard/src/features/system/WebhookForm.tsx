import type { DataOf } from '@windlass/client';
import { alertKinds, webhookEndpoints } from '@windlass/contract';
import { useState } from 'react';
import { useClient } from '../../shared/api.tsx';
import { checkInput, issueOf, partOf } from '../../shared/issues.ts';
import { DialogForm } from '../../shared/ui/DialogButton.tsx';
import { TextField } from '../../shared/ui/Field.tsx';
import { Choices } from './Choices.tsx';
import { useMaking } from './useMaking.ts';

interface WebhookFormProps {
  readonly onMade: (webhook: DataOf<'createWebhook'>) => void;
  readonly onClose: () => void;
}

type Kind = (typeof alertKinds)[number];

/** Adds a webhook for chosen alerts. The service makes a secret unless one is given. */
export function WebhookForm({ onMade, onClose }: WebhookFormProps) {
  const client = useClient();
  const [url, setUrl] = useState('');
  const [secret, setSecret] = useState('');
  const [kinds, setKinds] = useState<readonly Kind[]>(alertKinds);
  const isEveryKind = kinds.length === alertKinds.length;
  const making = useMaking(
    async () =>
      client.createWebhook(
        checkInput(partOf(webhookEndpoints.createWebhook.body), {
          url,
          ...(!isEveryKind && { kinds: [...kinds] }),
          ...(secret !== '' && { secret }),
        }),
      ),
    { onMade, onClose },
  );
  const { error } = making;
  return (
    <DialogForm action="Add the webhook" {...making}>
      <TextField
        label="Address"
        placeholder="https://…"
        value={url}
        onChange={setUrl}
        wrong={issueOf(error, 'url')}
      />
      <Choices
        legend="Alerts"
        isWords
        all={alertKinds}
        chosen={kinds}
        onChange={setKinds}
        wrong={issueOf(error, 'kinds')}
      />
      <TextField
        label="Secret"
        type="password"
        hint="signs each alert; made and shown once when left out"
        value={secret}
        onChange={setSecret}
        wrong={issueOf(error, 'secret')}
      />
    </DialogForm>
  );
}
