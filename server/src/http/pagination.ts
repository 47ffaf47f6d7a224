import type { Pagination } from '@windlass/contract';

interface PageOf {
  /** Pages count from 1. */
  readonly page: number;
  readonly limit: number;
  /** Number of items on all pages. */
  readonly totalItems: number;
}

/** Returns the position of a page among all pages (Vaults §2.1). */
export function paginate({ page, limit, totalItems }: PageOf): Pagination {
  const totalPages = Math.ceil(totalItems / limit);
  return { page, limit, totalItems, totalPages, hasNext: page < totalPages, hasPrev: page > 1 };
}
