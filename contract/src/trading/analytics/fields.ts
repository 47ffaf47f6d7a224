import { z } from 'zod';
import { queryInteger, queryTime } from '../../query.ts';
import { accountId } from '../accounts/fields.ts';

const portfolioId = z
  .string({ error: 'portfolio_id must be a string' })
  .min(1, 'portfolio_id must not be empty')
  .max(64, 'portfolio_id must be at most 64 characters');

const owners = {
  exchange_account_id: accountId.optional(),
  portfolio_id: portfolioId.optional().describe('all accounts of the portfolio together'),
} as const;

const exactlyOne = 'exactly one of exchange_account_id and portfolio_id is required';

interface Owner {
  readonly exchange_account_id?: string | undefined;
  readonly portfolio_id?: string | undefined;
}

function checkOwner(given: Owner, context: z.RefinementCtx): void {
  const isOne = (given.exchange_account_id === undefined) !== (given.portfolio_id === undefined);
  if (isOne) return;
  // When both are given neither is more wrong than the other, so the first is named.
  context.addIssue({ code: 'custom', path: ['exchange_account_id'], message: exactlyOne });
}

interface Window {
  readonly [name: string]: unknown;
}

function checkWindow(given: Window, [from, to]: readonly [string, string], ctx: z.RefinementCtx) {
  const [fromMs, toMs] = [given[from], given[to]];
  if (typeof fromMs !== 'number' || typeof toMs !== 'number' || fromMs <= toMs) return;
  ctx.addIssue({ code: 'custom', path: [from], message: `${from} must not be after ${to}` });
}

const window = {
  start_ts: queryTime('start_ts').describe('epoch ms, included; default: no limit'),
  end_ts: queryTime('end_ts').describe('epoch ms, included'),
} as const;

/** Pages count from 0. */
export function pageFields(size: { readonly usual: number; readonly max: number }) {
  const pageMax = 1_000_000;
  return {
    page: queryInteger({
      low: 0,
      high: pageMax,
      error: `page must be an integer between 0 and ${pageMax}`,
    })
      .default(0)
      .describe('from 0; default 0'),
    size: queryInteger({
      low: 1,
      high: size.max,
      error: `size must be an integer between 1 and ${size.max}`,
    })
      .default(size.usual)
      .describe(`default ${size.usual}`),
  };
}

/** Returns a query of one account or one portfolio within a time window. */
export function ownedQuery<Fields extends z.ZodRawShape>(fields: Fields) {
  return z.object({ ...owners, ...window, ...fields }).superRefine((given, context) => {
    checkOwner(given as Owner, context);
    checkWindow(given as Window, ['start_ts', 'end_ts'], context);
  });
}

/** Returns a query of one account or one portfolio without a time window. */
export function ownedList<Fields extends z.ZodRawShape>(fields: Fields) {
  return z
    .object({ ...owners, ...fields })
    .superRefine((given, context) => checkOwner(given as Owner, context));
}

/** Returns a query that refuses a start after the end. */
export function withinWindow<Fields extends z.ZodRawShape>(fields: Fields) {
  return z
    .object(fields)
    .superRefine((given, context) => checkWindow(given as Window, ['start', 'end'], context));
}
