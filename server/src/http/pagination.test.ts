import { describe, expect, it } from 'vitest';
import { paginate } from './pagination.ts';

describe('the page of a list', () => {
  it.each([
    [1, 10, 0, { totalPages: 0, hasNext: false, hasPrev: false }],
    [1, 10, 10, { totalPages: 1, hasNext: false, hasPrev: false }],
    [1, 10, 11, { totalPages: 2, hasNext: true, hasPrev: false }],
    [2, 10, 11, { totalPages: 2, hasNext: false, hasPrev: true }],
  ])('%i of %i items each, %i in all, knows its neighbours', (page, limit, total, expected) => {
    expect(paginate({ page, limit, totalItems: total })).toMatchObject({
      ...expected,
      totalItems: total,
    });
  });
});
