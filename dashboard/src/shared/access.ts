import { useQuery } from '@tanstack/react-query';
import type { Role } from '@windlass/contract';
import { useClient } from './api.tsx';
import { serviceQuery } from './queries.ts';

/** Roles that may look at accounts, orders and books. */
export const readers: readonly Role[] = ['trader', 'viewer', 'pms_user', 'analyst'];

/** True when a key with these roles may do what is open to `wanted`. An admin may do everything. */
export function mayOne(held: readonly Role[], wanted: readonly Role[]): boolean {
  return held.includes('admin') || held.some((role) => wanted.includes(role));
}

/**
 * True when the key in use may do what is open to these roles. False until the service has
 * answered: data that a key cannot read is not requested.
 */
export function useMay(...wanted: readonly Role[]): boolean {
  const { data } = useQuery(serviceQuery(useClient()));
  return data !== undefined && mayOne(data.key.roles, wanted);
}
