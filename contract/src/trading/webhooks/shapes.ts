import { z } from 'zod';

const accountIds = z.array(z.string());

/** Returns the schema of an alert: the fields common to all, then its kind and data. */
function alertOf<Kind extends string, Data extends z.ZodType>(kind: Kind, data: Data) {
  return z.object({
    id: z.string().describe('of the alert: the same for every webhook that gets it'),
    kind: z.literal(kind),
    raised_at: z.string(),
    count: z.int().min(1).describe('how many alerts it stands for; data are of the latest'),
    data,
  });
}

/**
 * The body of a delivery.
 *
 * @example
 * const alert = alertBody.parse(JSON.parse(body));
 * if (alert.kind === 'order_unknown') console.log(alert.data.order_id);
 */
export const alertBody = z.discriminatedUnion('kind', [
  alertOf(
    'order_unknown',
    z.object({
      exchange_account_id: z.string(),
      order_id: z.string().describe('ours'),
      client_order_id: z.string(),
      symbol: z.string(),
      message: z.string(),
    }),
  ),
  alertOf('account_halted', z.object({ exchange_account_ids: accountIds, actor: z.string() })),
  alertOf('account_resumed', z.object({ exchange_account_ids: accountIds, actor: z.string() })),
  alertOf(
    'difference_found',
    z.object({
      exchange_account_id: z.string(),
      difference: z.string().describe('what kind of difference'),
      symbol: z.string().nullable(),
      order_id: z.string().nullable(),
      reason: z.string(),
    }),
  ),
  alertOf(
    'stale_book',
    z.object({
      venue: z.string(),
      symbol: z.string(),
      reason: z.string(),
      exchange_account_ids: accountIds.describe('accounts with a live order there'),
    }),
  ),
  alertOf(
    'algorithm_trouble',
    z.object({
      order_id: z.string().describe('of the algorithm'),
      exchange_account_id: z
        .string()
        .nullable()
        .describe('the account that refuses its orders; null when all of it is halted'),
      reason: z.string(),
    }),
  ),
  alertOf('test', z.object({})),
]);
export type AlertBody = z.output<typeof alertBody>;

/** Alerts that a webhook can ask for. `test` goes to the tested webhook. */
export const alertKinds = [
  'order_unknown',
  'account_halted',
  'account_resumed',
  'difference_found',
  'stale_book',
  'algorithm_trouble',
] as const;

const urlError = 'url must be an http or https address of at most 2000 characters';
/** Longer than any address that a receiver gives out. */
const urlLengthMax = 2_000;

/**
 * An address may contain a user, a password or a token. It is stored whole and shown without them.
 */
export const webhookUrl = z
  .string({ error: urlError })
  .trim()
  .max(urlLengthMax, urlError)
  .refine((text) => isHttp(text), { error: urlError })
  .meta({ writeOnly: true });

const kindsError = `each of kinds must be one of ${alertKinds.join(', ')}`;

export const webhookKinds = z
  .array(z.enum(alertKinds, { error: kindsError }), { error: 'kinds must be an array' })
  .min(1, 'kinds must name at least one; leave it out for all')
  .max(alertKinds.length, `kinds must name at most ${alertKinds.length}`)
  .refine((kinds) => new Set(kinds).size === kinds.length, { error: 'kinds must not repeat one' });

const secretError = 'secret must be 16 to 200 characters that can be printed in ASCII';

/** Taken exactly as it is, to the last character: both sides must hash the same bytes. */
export const webhookSecret = z
  .string({ error: secretError })
  .regex(/^[\x20-\x7e]{16,200}$/, secretError)
  .meta({ writeOnly: true });

/** The parser is that of browsers and Node. It accepts much, so the scheme must be written out. */
function isHttp(text: string): boolean {
  return /^https?:\/\/[^/\\]/i.test(text) && URL.canParse(text);
}
