import { ApiError } from '@windlass/client';
import type { ReactNode } from 'react';

type Mood = 'info' | 'good' | 'warn' | 'bad';

/** A sentence beside what it is about. What is bad is told at once to those who hear the page. */
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

/** What is shown where nothing is: what would be here, and how it comes. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className="empty">{children}</p>;
}

/** Why something failed, in the service's own words; its code, for whoever looks it up. */
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
