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

/** So long nothing was typed: nobody reads an answer to half a number. */
export const typingMs = 250;

/** What an order would cost and come to, while it is written. */
export interface Pricing {
  readonly analysis: Analysis | undefined;
  readonly preview: PreviewAnswer | undefined;
  /** Why the order would be refused, as a sentence. */
  readonly refusal: string | undefined;
  readonly error: unknown;
  /** Whether this is still about the terms before. */
  readonly isBehind: boolean;
}

const nothingAsked = { analysis: undefined, preview: undefined, refusal: undefined } as const;

/** What the checks found against the order, and what to do about it. */
export function failureOf(analysis: Analysis | undefined): string | undefined {
  if (analysis === undefined || analysis.can_execute) return undefined;
  const { validation, summary } = analysis;
  const failed = validation.checks.filter(({ passed }) => !passed);
  const advice = summary.headline_recommendation ?? '';
  return [...failed.map(({ message }) => message), advice].join(' ').trim();
}

/**
 * Asks for both, one after the other: what the analysis finds against an order is an answer, while
 * the preview would be refused for the same.
 */
export function usePricing(terms: OrderTerms | undefined): Pricing {
  const client = useClient();
  const asked = useSettled(terms, typingMs);
  const input = analysisOf(asked);
  const analysis = useQuery(analysisQuery(client, input));
  const found = input && !analysis.isPlaceholderData ? analysis.data : undefined;
  // The analysis does not know what only reduces a position, and what it says may not hold there.
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
