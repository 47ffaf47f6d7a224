import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Empty, ErrorNote } from './Notes.tsx';

interface AnswerProps<Data> {
  readonly of: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isPending' | 'fetchStatus'>;
  /** The requested data, as in "Positions cannot be read". */
  readonly what: string;
  /** Shown while the query waits for a choice. */
  readonly idle?: string;
  readonly children: (data: Data) => ReactNode;
}

/**
 * Shows the result of a query. While its newest answer is a failure, the last good one looks old.
 */
export function Answer<Data>({ of, what, idle, children }: AnswerProps<Data>) {
  const { data, error, isPending, fetchStatus } = of;
  if (data === undefined) {
    if (error) return <ErrorNote error={error} what={`${what} cannot be read`} />;
    return <Empty>{isPending && fetchStatus === 'idle' ? (idle ?? 'Waiting.') : 'Loading…'}</Empty>;
  }
  return (
    <>
      {error && <ErrorNote error={error} what={`${what} can no longer be read`} />}
      <div className={error ? 'stale' : undefined}>{children(data)}</div>
    </>
  );
}
