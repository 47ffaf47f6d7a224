import { useQuery } from '@tanstack/react-query';
import type { Role } from '@windlass/contract';
import { useClient } from './api.tsx';
import { serviceQuery } from './queries.ts';

/** Roles that may look at accounts, orders and books. */
export const readers: readonly Role[] = ['trader', 'viewer', 'pms_user', 'analyst'];

/** Whether a key of these roles may do what is open to `wanted`; an admin may do all. */
export function mayOne(held: readonly Role[], wanted: readonly Role[]): boolean {
  return held.includes('admin') || held.some((role) => wanted.includes(role));
}

/**
 * Whether the key in use may do what is open to these roles. False until the service has said: what
 * a key cannot read is not asked for.
 */
export function useMay(...wanted: readonly Role[]): boolean {
  const { data } = useQuery(serviceQuery(useClient()));
  return data !== undefined && mayOne(data.key.roles, wanted);
}
