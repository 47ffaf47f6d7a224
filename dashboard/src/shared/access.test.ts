import { describe, expect, it } from 'vitest';
import { mayOne, readers } from './access.ts';

describe('what a key may do', () => {
  it('is everything for an admin', () => {
    expect(mayOne(['admin'], ['vault_manager'])).toBe(true);
    expect(mayOne(['admin'], ['admin'])).toBe(true);
  });

  it('needs one of the roles that are asked for', () => {
    expect(mayOne(['analyst', 'vault_manager'], ['vault_manager'])).toBe(true);
    expect(mayOne(['viewer'], readers)).toBe(true);
    expect(mayOne(['vault_manager'], readers)).toBe(false);
    expect(mayOne(['trader'], ['admin'])).toBe(false);
    expect(mayOne([], readers)).toBe(false);
  });
});
