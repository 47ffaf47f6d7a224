import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../shared/api.tsx';
import { useSettled } from '../../shared/clock.ts';
import {
  type Analysis,
  analysisOf,
  analysisQuery,
  type PreviewAnswer,
  previewQuery,
} from './queries.ts';
import type { OrderTerms } from './ticket.ts';

/** Pause in typing before a request: nobody reads an answer to half a number. */
export const typingMs = 250;

/** Cost and preview of an order, while it is written. */
export interface Pricing {
  readonly analysis: Analysis | undefined;
  readonly preview: PreviewAnswer | undefined;
  /** Reason why the order would be refused, as a sentence. */
  readonly refusal: string | undefined;
  readonly error: unknown;
  /** True while this still describes the previous terms. */
  readonly isBehind: boolean;
}

const nothingAsked = { analysis: undefined, preview: undefined, refusal: undefined } as const;

/** Returns the failed checks of an order, and the advice about them. */
export function failureOf(analysis: Analysis | undefined): string | undefined {
  if (analysis === undefined || analysis.can_execute) return undefined;
  const { validation, summary } = analysis;
  const failed = validation.checks.filter(({ passed }) => !passed);
  const advice = summary.headline_recommendation ?? '';
  return [...failed.map(({ message }) => message), advice].join(' ').trim();
}

/**
 * Requests both, one after the other: the analysis reports problems as an answer, while the preview
 * would be refused for them.
 */
export function usePricing(terms: OrderTerms | undefined): Pricing {
  const client = useClient();
  const asked = useSettled(terms, typingMs);
  const input = analysisOf(asked);
  const analysis = useQuery(analysisQuery(client, input));
  const found = input && !analysis.isPlaceholderData ? analysis.data : undefined;
  // The analysis does not know reduce-only orders, so its result may not hold for them.
  const isFree = input === undefined || asked?.reduce_only === true || analysis.error !== null;
  const isOpen = isFree || found?.can_execute === true;
  const preview = useQuery(previewQuery(client, isOpen ? asked : undefined));
  if (terms === undefined) {
    return { ...nothingAsked, error: null, isBehind: false };
  }
  const shown = input ? analysis.data : undefined;
  const failed = terms.reduce_only ? undefined : failureOf(shown);
  const answer = failed === undefined ? preview.data : undefined;
  return {
    analysis: shown,
    preview: answer,
    refusal: failed ?? (answer?.kind === 'refused' ? answer.error.message : undefined),
    error: preview.error ?? analysis.error,
    isBehind: asked !== terms || analysis.isPlaceholderData || preview.isPlaceholderData,
  };
}
