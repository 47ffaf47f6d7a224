import { z } from 'zod';

/** Environments that exchanges keep apart. Capabilities say which of them an exchange has. */
export const accountEnvironments = ['production', 'testnet', 'demo'] as const;
export type AccountEnvironment = (typeof accountEnvironments)[number];

/** Margin modes of accounts at exchanges that offer unified accounts. */
export const accountUnifiedModes = [
  'classic',
  'single_currency',
  'multi_currency',
  'portfolio',
] as const;

const regionError = 'region must be a word of 2 to 16 small letters, such as global or eea';
/** The capabilities of an exchange say which regions it has. */
export const regionBody = z
  .string({ error: regionError })
  .regex(/^[a-z]{2,16}$/, regionError)
  .describe('where the exchange has hosts of their own for accounts of a region');

export const credentialFields = [
  'api_key',
  'api_secret',
  'passphrase',
  'wallet_address',
  'private_key',
  'vault_address',
] as const;
export type CredentialField = (typeof credentialFields)[number];

export const idError = (field: string) =>
  `${field} must be 2 to 64 characters of a-z, 0-9, _ and -`;

/** Returns the schema of an id that its owner chooses: plain, as it stands in paths and on keys. */
export const chosenId = (field: string) =>
  z.string({ error: idError(field) }).regex(/^[a-z0-9_-]{2,64}$/, idError(field));

/** Returns the error for a value that is no object. Unknown fields keep zod's own message. */
const objectError =
  (text: string) =>
  ({ code }: { readonly code?: string | undefined }): string | undefined =>
    code === 'unrecognized_keys' ? undefined : text;

/** Longer than any key: a PEM file of an 8192-bit RSA key has 6,500 characters. */
const credentialLengthMax = 8_000;

const credential = (field: CredentialField, pattern?: readonly [RegExp, string]) => {
  const text = z
    .string({ error: `${field} must be a text` })
    .trim()
    .min(1, `${field} must not be empty`)
    .max(credentialLengthMax, `${field} must be at most ${credentialLengthMax} characters`);
  return (pattern ? text.regex(...pattern) : text).meta({ writeOnly: true }).optional();
};

/** The record `venueFacts` says which of the fields an exchange needs. */
export const credentialsBody = z.strictObject(
  {
    api_key: credential('api_key'),
    api_secret: credential('api_secret'),
    passphrase: credential('passphrase'),
    wallet_address: credential('wallet_address', [
      /^0x[\da-f]{40}$/i,
      'wallet_address must be 0x and 40 hexadecimal characters',
    ]),
    private_key: credential('private_key', [
      /^(0x)?[\da-f]{64}$/i,
      'private_key must be 64 hexadecimal characters, with or without 0x',
    ]),
    vault_address: credential('vault_address', [
      /^0x[\da-f]{40}$/i,
      'vault_address must be 0x and 40 hexadecimal characters',
    ]).describe(
      'a vault that wallet_address leads, or a sub-account of it: the account that is traded',
    ),
  },
  { error: objectError('credentials must be an object') },
);
export type CredentialsBody = z.output<typeof credentialsBody>;

/** A billion: more than any account holds, and exact in millionths of a dollar. */
const usdMax = 1_000_000_000;

/**
 * Returns the schema of dollars with at most six decimals: internally they are whole millionths.
 */
export const usd = (field: string, low: number) => {
  const error = `${field} must be a number from ${low} to ${usdMax} with at most 6 decimals`;
  return z
    .number({ error })
    .min(low, error)
    .max(usdMax, error)
    .refine((value) => Number(value.toFixed(6)) === value, { error });
};

/** Fees are charged in whole parts in a million: a hundredth of a basis point. */
const bps = (field: string) => {
  const error = `${field} must be a number from -100 to 1000 with at most 2 decimals`;
  return z
    .number({ error })
    .min(-100, error)
    .max(1_000, error)
    .refine((value) => Number(value.toFixed(2)) === value, { error });
};

const assetName = '[A-Z0-9\\p{Lo}]{1,20}';
const symbol = z
  .string()
  .regex(new RegExp(`^${assetName}/${assetName}(:${assetName}(-\\d{6})?)?$`, 'u'));

/** Returns `key` as the error for a bad key, and `whole` for a value that is no record. */
const recordError =
  (key: string, whole: string) =>
  ({ code }: { readonly code?: string | undefined }): string =>
    code === 'invalid_key' ? key : whole;

/** More pairs than any desk has agreed fees for. */
const pairsMax = 500;
const pairFees = z.strictObject(
  { maker_bps: bps('maker_bps'), taker_bps: bps('taker_bps') },
  { error: objectError('each of pairs must be {maker_bps, taker_bps}') },
);
const pairsError = recordError(
  'pairs must be named BASE/QUOTE or BASE/QUOTE:SETTLE',
  'pairs must be an object of BASE/QUOTE to {maker_bps, taker_bps}',
);

/**
 * Trading §2.8. The account's fees come as maker and taker together; fees of pairs may come alone.
 */
export const feeOverridesBody = z
  .strictObject(
    {
      maker_bps: bps('maker_bps').optional(),
      taker_bps: bps('taker_bps').optional(),
      tier: z
        .string({ error: 'tier must be a text' })
        .trim()
        .min(1, 'tier must not be empty')
        .max(100, 'tier must be at most 100 characters')
        .optional(),
      pairs: z
        .record(symbol, pairFees, { error: pairsError })
        .refine((pairs) => Object.keys(pairs).length <= pairsMax, {
          error: `pairs must name at most ${pairsMax}`,
        })
        .optional(),
    },
    { error: objectError('fee_overrides must be an object') },
  )
  .refine(({ maker_bps, taker_bps }) => (maker_bps === undefined) === (taker_bps === undefined), {
    error: 'fee_overrides must have both maker_bps and taker_bps, or neither',
  })
  .refine(({ maker_bps, pairs }) => maker_bps !== undefined || pairs !== undefined, {
    error: 'fee_overrides must have maker_bps and taker_bps, or pairs',
  });

const collarError = 'price_collar_pct must be a number above 0 and at most 100';
/** Seconds that every exchange's dead man's switch accepts, with time for three renewals. */
export const cancelAfterS = { min: 15, max: 60 } as const;
const cancelAfterError =
  `cancel_after_s must be an integer from ${cancelAfterS.min} to ` + `${cancelAfterS.max}`;
const openOrdersError = 'max_open_orders must be an integer from 1 to 100000';

/** Limits against mistyped (fat-finger) orders; null switches a limit off. */
export const limitsBody = z.strictObject(
  {
    max_order_usd: usd('max_order_usd', 0).nullable().optional(),
    price_collar_pct: z
      .number({ error: collarError })
      .gt(0, collarError)
      .max(100, collarError)
      .optional()
      .describe('refuses prices that would trade more than this beyond the mid; default 5'),
    max_open_orders: z
      .int({ error: openOrdersError })
      .min(1, openOrdersError)
      .max(100_000, openOrdersError)
      .nullable()
      .optional(),
    cancel_after_s: z
      .int({ error: cancelAfterError })
      .min(cancelAfterS.min, cancelAfterError)
      .max(cancelAfterS.max, cancelAfterError)
      .nullable()
      .optional()
      .describe(
        "dead man's switch: the exchange cancels all open orders of the account when it hears " +
          'nothing of this service for so long',
      ),
  },
  { error: objectError('limits must be an object') },
);

/** Balances are sent and stored as plain decimals. */
const amountPattern = /^\d{1,15}(\.\d{1,18})?$/;
const amountError =
  'each balance must be a number or decimal text of at least 0, below 10^15, without exponent';

/** More assets than any test needs. */
const assetsMax = 100;
const assetsError = recordError(
  'assets must be named by capital letters and digits',
  'each wallet must be an object of assets to balances',
);
const amountText = z.string({ error: amountError }).regex(amountPattern, amountError);
const amountNumber = z
  .number({ error: amountError })
  .refine((value) => amountPattern.test(String(value)), { error: amountError });
const amounts = z
  .record(
    z.string().regex(/^[A-Z0-9\p{Lo}]{1,20}$/u),
    z.union([amountText, amountNumber], { error: amountError }),
    { error: assetsError },
  )
  .refine((assets) => Object.keys(assets).length <= assetsMax, {
    error: `each wallet must name at most ${assetsMax} assets`,
  });

/** Names of wallets, as transfers between them use them (Trading §4.2). */
export const walletNames = ['spot', 'swap', 'future', 'margin', 'funding'] as const;
export type WalletName = (typeof walletNames)[number];

export const paperBalancesBody = z.partialRecord(z.enum(walletNames), amounts, {
  error: 'paper_balances must be an object of wallets to balances',
});
