import type { InputOf } from '@windlass/client';
import { vaultEndpoints } from '@windlass/contract';
import { partOf } from '../../shared/issues.ts';

/** Rows on a page of vaults. */
export const pageSize = 20;

export interface VaultFilters {
  readonly input: InputOf<'listVaults'>;
  /** Problems of the filters, by field name. Such filters are not sent. */
  readonly wrong: Readonly<Record<string, string>>;
}

const query = partOf(vaultEndpoints.listVaults.query);
const fields = [
  'page',
  'owner',
  'tradePermission',
  'search',
  'sortBy',
  'sortOrder',
  'minLedger',
  'maxLedger',
] as const;

/** Reads the filters from the page's address. The contract decides which are valid. */
export function readFilters(params: URLSearchParams): VaultFilters {
  const given = fields
    .map((field) => [field, params.get(field)?.trim() ?? ''] as const)
    .filter(([, text]) => text !== '');
  const wrong: Record<string, string> = {};
  const asked: Record<string, string> = {};
  for (const [field, text] of given) {
    const checked = query.safeParse({ [field]: text });
    if (checked.success) asked[field] = text;
    else wrong[field] = checked.error.issues[0]?.message ?? 'Not a filter';
  }
  return { input: query.parse({ ...asked, limit: pageSize }), wrong };
}

/** True when any filter hides vaults. */
export function isFiltered({ input }: VaultFilters): boolean {
  const { owner, tradePermission, search, minLedger, maxLedger } = input;
  return [owner, tradePermission, search, minLedger, maxLedger].some(
    (filter) => filter !== undefined,
  );
}
