import type { Pagination } from '@windlass/contract';

interface PageOf {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  /** On all pages. */
  readonly totalItems: number;
}

/** Where a page stands among all pages (Vaults §2.1). */
export function paginate({ page, limit, totalItems }: PageOf): Pagination {
  const totalPages = Math.ceil(totalItems / limit);
  return { page, limit, totalItems, totalPages, hasNext: page < totalPages, hasPrev: page > 1 };
}
