import { ApiError } from '@windlass/client';
import type { ReactNode } from 'react';

type Mood = 'info' | 'good' | 'warn' | 'bad';

/** Shows a sentence beside its subject. Bad news is announced to screen readers at once. */
export function Note({ mood = 'info', children }: { mood?: Mood; children: ReactNode }) {
  return (
    <div className={`note ${mood}`} role={mood === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}

export function Tag({ mood, children }: { mood?: Mood | undefined; children: ReactNode }) {
  return <span className={mood === undefined ? 'tag' : `tag ${mood}`}>{children}</span>;
}

/** Shown when there is no data: what would be here, and how to get it. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className="empty">{children}</p>;
}

/** Shows why something failed, in the service's own words, with the code for looking it up. */
export function ErrorNote({ error, what }: { error: unknown; what?: string }) {
  const message = error instanceof Error ? error.message : String(error);
  return (
    <Note mood="bad">
      {what !== undefined && <strong>{what}: </strong>}
      {message}
      {error instanceof ApiError && <code className="muted"> {error.code}</code>}
    </Note>
  );
}
