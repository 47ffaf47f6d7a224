import { ApiError } from '@windlass/client';
import type { PreviewAnswer } from './queries.ts';
import type { Submission } from './submission.ts';
import type { Reading, Wrong } from './ticket.ts';
import type { SentOrder } from './useOrderSending.ts';

/** Returns the problem of each field: the page's own, else the service's. */
export function wrongOf(
  reading: Reading,
  preview: PreviewAnswer | undefined,
  sending: Submission<SentOrder, unknown>,
): Wrong {
  if (reading.kind === 'unfinished') return reading.wrong;
  if (preview?.kind === 'refused') return issuesOf(preview.error);
  return sending.phase === 'refused' ? issuesOf(sending.error) : {};
}

function issuesOf(error: unknown): Wrong {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.issues.map(({ field, message }) => [field, message]));
}
