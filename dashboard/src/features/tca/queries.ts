import { queryOptions } from '@tanstack/react-query';
import type { Client } from '@windlass/client';
import { type Question, toInput } from './question.ts';

/** A report shows the time of its request until it is requested again. */
export const tcaQuery = (client: Client, question: Question, now: () => number) =>
  queryOptions({
    queryKey: ['tca', question],
    queryFn: ({ signal }) => client.getTcaReport(toInput(question, now()), { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: question.account !== '',
  });
