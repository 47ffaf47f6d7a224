import type { Pagination, VaultSortField } from '@windlass/contract';
import { exitCodes } from '../failures.ts';
import type { CliIo } from '../io.ts';
import { type GlobalOptions, openClient } from '../settings.ts';
import { createPaint, hasColours } from '../text.ts';
import { countOf, formatCount, renderVaults } from './format.ts';
import { writeJson } from './report.ts';

export interface ListOptions extends GlobalOptions {
  readonly owner?: string;
  /** Both kinds are shown when it is not given. */
  readonly trade?: boolean;
  readonly search?: string;
  readonly sort?: VaultSortField;
  readonly order?: 'asc' | 'desc';
  readonly page?: number;
  readonly limit?: number;
  readonly wide?: boolean;
}

/** Prints one page of the registry. */
export async function listVaults(options: ListOptions, io: CliIo): Promise<number> {
  let place: Pagination | undefined;
  const vaults = await openClient(options, io).listVaults(
    {
      owner: options.owner,
      tradePermission: options.trade,
      search: options.search,
      sortBy: options.sort,
      sortOrder: options.order,
      page: options.page,
      limit: options.limit,
    },
    {
      onAnswer({ pagination }) {
        place = pagination;
      },
    },
  );
  if (options.json) {
    writeJson({ vaults, pagination: place ?? null }, io);
    return exitCodes.ok;
  }
  const paint = createPaint(hasColours(io));
  if (vaults.length > 0) {
    io.stdout.write(renderVaults(vaults, { isWide: options.wide === true, paint }));
  }
  if (place) io.stdout.write(`${toLine(place)}\n`);
  return exitCodes.ok;
}

function toLine({ page, totalPages, totalItems }: Pagination): string {
  if (totalItems === 0) return 'no vaults';
  return `page ${formatCount(page)} of ${formatCount(totalPages)}, ${countOf(totalItems, 'vault')}`;
}
