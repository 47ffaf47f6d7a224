import { Address, xdr } from '@stellar/stellar-sdk/base';
import type { LedgerKey } from '../../../src/vault/ledger/ledgerPort.ts';

/** The code of a test ledger's contract; `unknown` belongs to a future protocol. */
export type RpcExecutable = 'stellarAsset' | 'wasm' | 'externalRef' | 'unknown';

export interface RpcState {
  /** Entries by their keys, both in base64. */
  readonly entries: ReadonlyMap<string, string>;
  isKey(text: string): boolean;
  setValue(key: LedgerKey, value: xdr.ScVal): void;
  setBalance(token: string, holder: string, amount: bigint | undefined): void;
  setContract(contract: string, executable: RpcExecutable | undefined): void;
}

/** Creates the ledger in its wire format: encoded once, when it is set. */
export function createRpcState(): RpcState {
  const entries = new Map<string, string>();
  const keys = new Set<string>();
  const scAddresses = new Map<string, xdr.ScAddress>();
  const toScAddress = (address: string): xdr.ScAddress => {
    const known = scAddresses.get(address) ?? Address.fromString(address).toScAddress();
    scAddresses.set(address, known);
    return known;
  };
  const place = (key: LedgerKey) => ({
    contract: toScAddress(key.kind === 'instance' ? key.contract : key.token),
    key:
      key.kind === 'instance'
        ? xdr.ScVal.scvLedgerKeyContractInstance()
        : xdr.ScVal.scvVec([
            xdr.ScVal.scvSymbol('Balance'),
            xdr.ScVal.scvAddress(toScAddress(key.holder)),
          ]),
    durability: xdr.ContractDataDurability.persistent,
  });
  const set = (key: LedgerKey, value: xdr.ScVal | undefined): string => {
    const at = place(key);
    const keyXdr = xdr.LedgerKey.contractData(new xdr.LedgerKeyContractData(at)).toXdr('base64');
    keys.add(keyXdr);
    if (value === undefined) entries.delete(keyXdr);
    else {
      const data = new xdr.ContractDataEntry({ ext: xdr.ExtensionPoint.v0(), ...at, val: value });
      entries.set(keyXdr, xdr.LedgerEntryData.contractData(data).toXdr('base64'));
    }
    return keyXdr;
  };
  return {
    entries,
    isKey(text: string): boolean {
      if (keys.has(text)) return true;
      if (!isLedgerKey(text)) return false;
      keys.add(text);
      return true;
    },
    setValue(key: LedgerKey, value: xdr.ScVal) {
      set(key, value);
    },
    setBalance(token: string, holder: string, amount: bigint | undefined) {
      const value = amount === undefined ? undefined : balanceValue(amount);
      set({ kind: 'balance', token, holder }, value);
    },
    setContract(contract: string, executable: RpcExecutable | undefined) {
      const value = executable && instanceValue(executable);
      const key = set({ kind: 'instance', contract }, value);
      const entry = entries.get(key);
      if (executable === 'unknown' && entry) entries.set(key, withUnknownExecutable(entry));
    },
  };
}

function isLedgerKey(text: string): boolean {
  try {
    xdr.LedgerKey.fromXdr(text, 'base64');
    return true;
  } catch {
    return false;
  }
}

/** Returns an asset contract's balance of a holder, its fields in the order of their names. */
function balanceValue(amount: bigint): xdr.ScVal {
  return xdr.ScVal.scvMap([
    toField('amount', toI128(amount)),
    toField('authorized', xdr.ScVal.scvBool(true)),
    toField('clawback', xdr.ScVal.scvBool(false)),
  ]);
}

export function toField(name: string, value: xdr.ScVal): xdr.ScMapEntry {
  return new xdr.ScMapEntry({ key: xdr.ScVal.scvSymbol(name), val: value });
}

export function toI128(amount: bigint): xdr.ScVal {
  const parts = { hi: amount >> 64n, lo: BigInt.asUintN(64, amount) };
  return xdr.ScVal.scvI128(new xdr.Int128Parts(parts));
}

function instanceValue(executable: RpcExecutable): xdr.ScVal {
  return xdr.ScVal.scvContractInstance(
    new xdr.ScContractInstance({ executable: executableOf(executable), storage: null }),
  );
}

function executableOf(executable: RpcExecutable): xdr.ContractExecutable {
  switch (executable) {
    case 'stellarAsset':
    case 'unknown':
      return xdr.ContractExecutable.contractExecutableStellarAsset();
    case 'wasm':
      return xdr.ContractExecutable.contractExecutableWasm(new Uint8Array(32).fill(7));
    case 'externalRef':
      return xdr.ContractExecutable.contractExecutableExternalRef(
        new xdr.ContractExecutableExternalRef({
          executableOwner: Address.contract(new Uint8Array(32).fill(9)).toScAddress(),
          tag: 'shared',
        }),
      );
  }
}

/** An executable is a tag and, for an asset, nothing more; an absent storage follows. */
function withUnknownExecutable(entry: string): string {
  const bytes = Buffer.from(entry, 'base64');
  bytes.writeInt32BE(99, bytes.length - 8);
  return bytes.toString('base64');
}
