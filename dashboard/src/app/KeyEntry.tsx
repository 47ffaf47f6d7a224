import { createClient } from '@windlass/client';
import { type FormEvent, useState } from 'react';
import { TextField } from '../shared/ui/Field.tsx';
import { ErrorNote } from '../shared/ui/Notes.tsx';

/** Asks for a key, and accepts only one that the service knows. */
export function KeyEntry({ onKey }: { onKey: (key: string) => void }) {
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<unknown>();
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setFailure(undefined);
    const key = text.trim();
    try {
      await createClient({ baseUrl: window.location.origin, key }).getServiceInfo();
      onKey(key);
    } catch (error) {
      setFailure(error);
      setIsBusy(false);
    }
  };
  return (
    <main className="key-entry">
      <form className="panel" onSubmit={(event) => void submit(event)}>
        <div className="body stack">
          <h1>Windlass</h1>
          <p className="muted">
            Enter an API key of this service. It stays in this tab and is forgotten when the tab is
            closed.
          </p>
          <TextField
            label="API key"
            type="password"
            value={text}
            onChange={setText}
            placeholder="ak_…"
          />
          <p className="small muted">
            The first start of the service printed one, and keeps it in <code>admin.key</code> of
            its data folder. <code>npm run windlass -- keys</code> makes others.
          </p>
          {failure !== undefined && <ErrorNote error={failure} />}
          <button type="submit" className="button primary" disabled={isBusy || text.trim() === ''}>
            {isBusy ? 'Checking key…' : 'Open the dashboard'}
          </button>
        </div>
      </form>
    </main>
  );
}
