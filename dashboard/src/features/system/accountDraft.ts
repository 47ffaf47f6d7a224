import type { CapabilityWire } from '@windlass/contract';
import {
  type AccountEnvironment,
  accountEndpoints,
  type CredentialField,
  type VenueId,
  venueFacts,
} from '@windlass/contract';
import type { z } from 'zod';
import { partOf } from '../../shared/issues.ts';
import { readNumber } from '../../shared/ui/Field.tsx';

export type Secrets = Readonly<Partial<Record<CredentialField, string>>>;

/** An account as it is written in the form. Numbers are text until it is sent. */
export interface AccountDraft {
  readonly id: string;
  readonly exchange: VenueId;
  readonly mode: 'paper' | 'live';
  readonly environment: AccountEnvironment;
  readonly region: string;
  readonly dailyLimit: string;
  readonly portfolioMargin: boolean;
  readonly hedgeMode: boolean;
}

export const firstDraft: AccountDraft = {
  id: '',
  exchange: 'binance',
  mode: 'paper',
  environment: 'production',
  region: 'global',
  dailyLimit: '100',
  portfolioMargin: false,
  hedgeMode: false,
};

type Places = CapabilityWire['environments'];

/** Returns the draft with an environment and a region that its exchange has. */
export function fitDraft(draft: AccountDraft, places: Places): AccountDraft {
  const place = places.find(({ environment }) => environment === draft.environment) ?? places[0];
  if (!place) return draft;
  const region = place.regions.includes(draft.region)
    ? draft.region
    : (place.regions[0] ?? 'global');
  const hasMargin = venueFacts[draft.exchange].hasPortfolioMargin && draft.mode === 'live';
  return {
    ...draft,
    environment: place.environment,
    region,
    portfolioMargin: draft.portfolioMargin && hasMargin,
    hedgeMode: draft.hedgeMode && draft.mode === 'paper',
  };
}

export interface SecretField {
  readonly field: CredentialField;
  readonly isOptional: boolean;
}

/** Returns the required and the optional credential fields of the exchange. */
export function secretFields(exchange: VenueId): readonly SecretField[] {
  const { credentials, optionalCredentials = [] } = venueFacts[exchange];
  return [
    ...credentials.map((field) => ({ field, isOptional: false })),
    ...optionalCredentials.map((field) => ({ field, isOptional: true })),
  ];
}

export const accountBody = partOf(accountEndpoints.createAccount.body);
type AccountBody = z.input<typeof accountBody>;

/** Returns the second set of an exchange whose futures are a separate account; empty for others. */
export function futuresFields(exchange: VenueId): readonly SecretField[] {
  const fields = venueFacts[exchange].futuresCredentials ?? [];
  return fields.map((field) => ({ field, isOptional: false }));
}

/** Returns the request. An empty required field is sent empty, so that the refusal names it. */
export function toAccount(draft: AccountDraft, secrets: Secrets, futures: Secrets): AccountBody {
  const { exchange, mode } = draft;
  const body: AccountBody = {
    exchange_account_id: draft.id.trim(),
    exchange,
    mode,
    environment: draft.environment,
    region: draft.region,
    daily_limit_usd: readNumber(draft.dailyLimit) ?? Number.NaN,
    portfolio_margin: draft.portfolioMargin,
    hedge_mode: draft.hedgeMode,
  };
  if (mode === 'paper') return body;
  const second = futuresFields(exchange);
  const hasFutures = second.some(({ field }) => (futures[field] ?? '') !== '');
  return {
    ...body,
    credentials: given(secretFields(exchange), secrets),
    futures_credentials: hasFutures ? given(second, futures) : undefined,
  };
}

function given(fields: readonly SecretField[], secrets: Secrets): Record<string, string> {
  return Object.fromEntries(
    fields
      .map(({ field, isOptional }) => ({ field, isOptional, text: secrets[field] ?? '' }))
      .filter(({ isOptional, text }) => !isOptional || text !== '')
      .map(({ field, text }) => [field, text]),
  );
}
