import {
  type accountEndpoints,
  type CredentialsBody,
  credentialFields,
  type FieldIssue,
  type Parsed,
  type VenueFacts,
  venueFacts,
} from '@windlass/contract';
import { AppError } from '../../../kit/errors.ts';
import type { Account } from '../../model/account.ts';
import type { VenueId } from '../../model/venue.ts';
import { capabilitiesOf, walletsOf } from '../../venues/registry.ts';
import { movingFindings, placeFindings } from './placeCheck.ts';

type CreateBody = Parsed<typeof accountEndpoints.createAccount>['body'];
type ChangeBody = Parsed<typeof accountEndpoints.changeAccount>['body'];

/** A field and what is wrong with it. It never holds the value: some values are secrets. */
type Finding = readonly [field: string, message: string];

/** Throws when the account's venue or mode does not allow the request; the schemas know neither. */
export function requireCreatable(body: CreateBody, venue: VenueId): void {
  const { mode, credentials, futures_credentials, portfolio_margin, paper_balances } = body;
  const kind = kindOf(venue);
  const findings =
    mode === 'paper'
      ? paperFindings({ credentials, futures_credentials })
      : [
          ...(credentials ? [] : [missing(venue, kind)]),
          ...credentialFindings({ credentials, futures_credentials }, venue),
        ];
  if (mode === 'live' && paper_balances !== undefined) {
    findings.push(['paper_balances', 'paper_balances are for paper accounts only']);
  }
  findings.push(
    ...placeFindings({ mode, environment: body.environment, region: body.region }, venue),
    ...walletFindings(paper_balances, venue),
    ...marginFindings(portfolio_margin, { venue, mode, environment: body.environment }),
    ...switchFindings(body.limits?.cancel_after_s, { venue, mode, portfolio_margin }),
  );
  if (mode === 'live' && body.hedge_mode) {
    const message = 'hedge_mode must be left out: for live accounts the exchange reports it';
    findings.push(['hedge_mode', message]);
  }
  refuse(findings);
  if (body.hedge_mode) requireHedgeMode(venue);
}

function requireHedgeMode(venue: VenueId): void {
  const capabilities = capabilitiesOf(venue);
  if (capabilities?.perp?.features.includes('hedge_mode')) return;
  throw new AppError('NOT_SUPPORTED', {
    message: `Error - ${venue} does not support hedge mode here.`,
    data: { exchange: venue, feature: 'hedge_mode' },
  });
}

export function requireChangeable(body: ChangeBody, account: Account): void {
  const { venue, mode } = account;
  const { credentials, futures_credentials, portfolio_margin } = body;
  const isKept = body.limits?.cancel_after_s === undefined;
  const cancelAfterS = isKept ? account.limits.cancelAfterS : body.limits?.cancel_after_s;
  refuse([
    ...movingFindings(body, account),
    ...(mode === 'paper'
      ? paperFindings(body)
      : credentialFindings({ credentials, futures_credentials }, venue)),
    ...marginFindings(portfolio_margin, account),
    ...joiningFindings(portfolio_margin, account),
    ...switchFindings(cancelAfterS, {
      venue,
      mode,
      portfolio_margin: portfolio_margin ?? account.portfolioMargin,
    }),
  ]);
}

interface Sets {
  readonly credentials?: CredentialsBody | undefined;
  readonly futures_credentials?: CredentialsBody | null | undefined;
}

function kindOf(venue: VenueId): VenueFacts {
  // The contract's list and the registry's are the same; a test says so.
  return venueFacts[venue];
}

function missing(venue: VenueId, { credentials }: VenueFacts): Finding {
  const message = `credentials is required: ${venue} needs ${and(credentials)}`;
  return ['credentials', message];
}

function paperFindings(sets: Sets): Finding[] {
  const names = ['credentials', 'futures_credentials'] as const;
  const given = names.filter((name) => sets[name] !== undefined && sets[name] !== null);
  return given.map((name) => [name, `${name} must be left out: a paper account takes none`]);
}

function credentialFindings(sets: Sets, venue: VenueId): Finding[] {
  const { credentials, futures_credentials: futures } = sets;
  const kind = kindOf(venue);
  const findings = credentials
    ? fieldFindings('credentials', {
        given: credentials,
        needed: kind.credentials,
        optional: kind.optionalCredentials ?? [],
        venue,
      })
    : [];
  if (!futures) return findings;
  if (!kind.futuresCredentials) {
    const message = `futures_credentials must be left out: ${venue} has one set for all markets`;
    return [...findings, ['futures_credentials', message]];
  }
  const needed = kind.futuresCredentials;
  return [
    ...findings,
    ...fieldFindings('futures_credentials', { given: futures, needed, optional: [], venue }),
  ];
}

function fieldFindings(
  name: string,
  set: {
    readonly given: CredentialsBody;
    readonly needed: VenueFacts['credentials'];
    readonly optional: VenueFacts['credentials'];
    readonly venue: VenueId;
  },
): Finding[] {
  const { given, needed, optional, venue } = set;
  return credentialFields.flatMap((field): Finding[] => {
    const isGiven = given[field] !== undefined;
    const isNeeded = needed.includes(field);
    if (isGiven === isNeeded || optional.includes(field)) return [];
    const message = isNeeded
      ? `${name}.${field} is required: ${venue} needs ${and(needed)}`
      : `${name}.${field} must be left out: ${venue} needs ${and(needed)} only`;
    return [[`${name}.${field}`, message]];
  });
}

function walletFindings(balances: CreateBody['paper_balances'], venue: VenueId): Finding[] {
  const { names: traded, others = [] } = walletsOf(venue);
  const names: readonly string[] = [...traded, ...others];
  const unknown = Object.keys(balances ?? {}).filter((name) => !names.includes(name));
  return unknown.map((name) => [
    `paper_balances.${name}`,
    `paper_balances.${name} is no wallet of ${venue}, which has ${and(names)}`,
  ]);
}

/** Test environments have no portfolio margin. */
function marginFindings(
  wanted: boolean | undefined,
  { venue, mode, environment }: Pick<Account, 'venue' | 'mode' | 'environment'>,
): Finding[] {
  if (wanted !== true) return [];
  if (!kindOf(venue).hasPortfolioMargin) {
    return [['portfolio_margin', `portfolio_margin must be false: ${venue} has none here`]];
  }
  if (mode === 'paper' || environment === 'production') return [];
  const message = `portfolio_margin must be false: ${venue} has none in ${environment}`;
  return [['portfolio_margin', message]];
}

/** A paper account's wallets are laid out once, with its first balances. */
function joiningFindings(wanted: boolean | undefined, account: Account): Finding[] {
  const { mode, portfolioMargin } = account;
  if (mode === 'live' || wanted === undefined || wanted === portfolioMargin) return [];
  const message =
    'portfolio_margin of a paper account cannot change: make another account with the other value';
  return [['portfolio_margin', message]];
}

interface Switched extends Pick<Account, 'venue' | 'mode'> {
  readonly portfolio_margin: boolean | undefined;
}

/** Switching it off is always allowed. */
function switchFindings(
  cancelAfterS: number | null | undefined,
  { venue, mode, portfolio_margin }: Switched,
): Finding[] {
  const field = 'limits.cancel_after_s';
  if (typeof cancelAfterS !== 'number') return [];
  if (mode === 'paper') {
    return [[field, 'cancel_after_s must be null: the orders of a paper account rest here']];
  }
  if (portfolio_margin === true) {
    const where = `${venue} has no dead man's switch on portfolio margin`;
    return [[field, `cancel_after_s must be null: ${where}`]];
  }
  if (kindOf(venue).deadMansSwitch.length > 0) return [];
  return [[field, `cancel_after_s must be null: ${venue} has no dead man's switch here`]];
}

function refuse(findings: readonly Finding[]): void {
  if (findings.length === 0) return;
  const issues = findings.map(([field, message]): FieldIssue => {
    return { field, message, value: undefined };
  });
  throw new AppError('VALIDATION_FAILED', { issues });
}

function and(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
