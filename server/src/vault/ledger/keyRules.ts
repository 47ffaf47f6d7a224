import { assert } from '../../kit/assert.ts';
import { isContractAddress } from '../address.ts';
import { keysPerCallMax, keyText, type LedgerKey } from './ledgerPort.ts';

/** Makes callers follow the port's rules: one key twice makes a server refuse the whole call. */
export function assertKeys(keys: readonly LedgerKey[]): void {
  assert(keys.length <= keysPerCallMax, `at most ${keysPerCallMax} keys in a call`);
  assert(new Set(keys.map(keyText)).size === keys.length, 'no ledger key twice in a call');
}

/** True when a ledger could contain the key: no ledger has an address with a wrong checksum. */
export function canBeHeld(key: LedgerKey): boolean {
  const addresses = key.kind === 'instance' ? [key.contract] : [key.token, key.holder];
  return addresses.every((address) => isContractAddress(address, 'strict'));
}
