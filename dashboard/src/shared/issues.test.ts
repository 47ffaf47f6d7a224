import { ApiError } from '@windlass/client';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkInput, issueOf } from './issues.ts';

const schema = z.object({
  name: z.string().min(2, 'name is too short'),
  roles: z.array(z.enum(['one', 'two'], { error: 'each of roles must be one or two' })),
});

function refusalOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('an input that is checked before it is sent', () => {
  it('comes back as the contract takes it', () => {
    expect(checkInput(schema, { name: 'desk', roles: ['one'] })).toEqual({
      name: 'desk',
      roles: ['one'],
    });
  });

  it('is refused as the service would refuse it, field by field', () => {
    const wrong = { name: 'd', roles: ['one', 'three'] } as unknown as z.input<typeof schema>;
    const error = refusalOf(() => checkInput(schema, wrong));
    expect(error).toBeInstanceOf(ApiError);
    expect(issueOf(error, 'name')).toBe('name is too short');
    expect(issueOf(error, 'roles')).toBe('each of roles must be one or two');
    expect(issueOf(error, 'rol')).toBeUndefined();
  });

  it('finds no issue in what is no refusal', () => {
    expect(issueOf(new Error('name'), 'name')).toBeUndefined();
    expect(issueOf(undefined, 'name')).toBeUndefined();
  });
});
