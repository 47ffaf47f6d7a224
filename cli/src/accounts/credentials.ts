import {
  type CredentialField,
  type CredentialsBody,
  credentialsBody,
  type VenueId,
  venueFacts,
} from '@windlass/contract';
import { CommandError, UsageError } from '../failures.ts';
import type { CliIo } from '../io.ts';
import { readJson } from './files.ts';

/** Sources of secrets. Arguments are none: everybody on the machine can list those. */
export interface CredentialOptions {
  readonly credentialsFile?: string;
  readonly futuresCredentialsFile?: string;
  readonly credentialsEnv?: boolean;
  /** Reads a second set, for an exchange whose futures are an account of their own. */
  readonly futures?: boolean;
}

export interface CredentialSets {
  readonly credentials?: CredentialsBody;
  readonly futures_credentials?: CredentialsBody;
}

interface Wanted {
  readonly exchange: VenueId;
  /** Asks on the terminal for fields that no option gives. */
  readonly ask: boolean;
}

/** Reads the sets from files, the environment or the terminal, in this order. */
export async function readCredentials(
  { exchange, ask }: Wanted,
  options: CredentialOptions,
  io: CliIo,
): Promise<CredentialSets> {
  const kind = venueFacts[exchange];
  const hasFutures = options.futures === true || options.futuresCredentialsFile !== undefined;
  if (hasFutures && !kind.futuresCredentials) {
    throw new UsageError(`${exchange} has no separate futures credentials.`);
  }
  const source = { exchange, ask, isEnv: options.credentialsEnv === true };
  const main = await readSet(
    {
      ...source,
      file: options.credentialsFile,
      fields: kind.credentials,
      optional: kind.optionalCredentials ?? [],
      set: '',
    },
    io,
  );
  if (!hasFutures || !kind.futuresCredentials) return main ? { credentials: main } : {};
  const futures = await readSet(
    {
      ...source,
      file: options.futuresCredentialsFile,
      fields: kind.futuresCredentials,
      optional: [],
      set: 'futures',
    },
    io,
  );
  return { ...(main && { credentials: main }), ...(futures && { futures_credentials: futures }) };
}

interface SetSource extends Wanted {
  readonly isEnv: boolean;
  readonly file: string | undefined;
  readonly fields: readonly CredentialField[];
  /** Fields that a file or the environment may also give. A terminal does not ask for them. */
  readonly optional: readonly CredentialField[];
  readonly set: '' | 'futures';
}

async function readSet(source: SetSource, io: CliIo): Promise<CredentialsBody | undefined> {
  const { file, isEnv, ask } = source;
  if (file !== undefined) return toSet(readJson(file, io), file);
  if (isEnv) return fromEnvironment(source, io);
  return ask ? await fromTerminal(source, io) : undefined;
}

function fromEnvironment({ fields, optional, set }: SetSource, io: CliIo): CredentialsBody {
  const prefix = set === 'futures' ? 'WINDLASS_ACCOUNT_FUTURES_' : 'WINDLASS_ACCOUNT_';
  const nameOf = (field: CredentialField) => [field, `${prefix}${field.toUpperCase()}`] as const;
  const found = fields.map(nameOf);
  const missing = found.filter(([, name]) => !io.env[name]).map(([, name]) => name);
  if (missing.length > 0) throw new UsageError(`The environment lacks ${missing.join(' and ')}.`);
  const more = optional.map(nameOf).filter(([, name]) => io.env[name]);
  const given = [...found, ...more].map(([field, name]) => [field, io.env[name]]);
  return toSet(Object.fromEntries(given), 'the environment');
}

async function fromTerminal(source: SetSource, io: CliIo): Promise<CredentialsBody> {
  const { exchange, fields, set } = source;
  if (!io.terminal.canAsk) {
    throw new UsageError(
      'Credentials come from --credentials-file, or from the environment with ' +
        '--credentials-env. Without either they are asked for on a terminal.',
    );
  }
  const given: [CredentialField, string][] = [];
  for (const field of fields) {
    const name = [exchange, set, field.replace('_', ' ')].filter(Boolean).join(' ');
    const answer = await io.terminal.askSecret(`${name} (not shown): `);
    if (!answer?.trim()) throw new CommandError(`No ${name} was given. Nothing was sent.`);
    given.push([field, answer]);
  }
  return toSet(Object.fromEntries(given), 'the terminal');
}

/** Checks a set. The schema's messages name fields and never repeat values. */
function toSet(given: unknown, from: string): CredentialsBody {
  const parsed = credentialsBody.safeParse(given);
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues.map(({ message }) => message);
  throw new UsageError(`The credentials of ${from} cannot be used: ${reasons.join('; ')}.`);
}
