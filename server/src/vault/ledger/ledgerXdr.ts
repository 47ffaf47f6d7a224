import type { xdr } from '@stellar/stellar-sdk/base';
import type { LedgerEntry, LedgerKey } from './ledgerPort.ts';
import type { LedgerSdk } from './ledgerSdk.ts';

/**
 * Converts the key to the ledger's own format. The token keeps a balance: the contract to ask is
 * the token, and the holder is inside the key.
 */
export function toXdrKey({ Address, xdr }: LedgerSdk, key: LedgerKey): xdr.LedgerKey {
  const contract = key.kind === 'instance' ? key.contract : key.token;
  const inner =
    key.kind === 'instance'
      ? xdr.ScVal.scvLedgerKeyContractInstance()
      : xdr.ScVal.scvVec([
          xdr.ScVal.scvSymbol('Balance'),
          Address.fromString(key.holder).toScVal(),
        ]);
  return xdr.LedgerKey.contractData(
    new xdr.LedgerKeyContractData({
      contract: Address.fromString(contract).toScAddress(),
      key: inner,
      durability: xdr.ContractDataDurability.persistent,
    }),
  );
}

/** Both in base64, as servers send them. */
export interface RawEntry {
  readonly key: string;
  readonly xdr: string;
}

/** Reads the value under the key. Throws when its meaning is not certain. */
export function fromXdrEntry(
  sdk: LedgerSdk,
  kind: LedgerKey['kind'],
  entry: RawEntry,
): LedgerEntry {
  const bytes = Buffer.from(entry.xdr, 'base64');
  const valueAt = valueOffset(bytes, Buffer.from(entry.key, 'base64'));
  if (kind === 'instance' && isNewerExecutable(sdk, bytes.subarray(valueAt))) {
    return { kind: 'instance', executable: 'other' };
  }
  const data = sdk.xdr.LedgerEntryData.fromXdr(entry.xdr, 'base64');
  if (data.type !== 'contractData') throw new Error(`Entry of another type: ${data.type}`);
  const value = data.value.val;
  return kind === 'instance' ? readInstance(value) : readBalance(value);
}

function readInstance(value: xdr.ScVal): LedgerEntry {
  if (value.type !== 'scvContractInstance') throw new Error(`Instance is ${value.type}`);
  const isAsset = value.value.executable.type === 'contractExecutableStellarAsset';
  return { kind: 'instance', executable: isAsset ? 'stellarAsset' : 'other' };
}

function readBalance(value: xdr.ScVal): LedgerEntry {
  if (value.type !== 'scvMap') throw new Error(`Balance is ${value.type}`);
  const amounts = (value.value ?? []).filter(
    ({ key }) => key.type === 'scvSymbol' && key.value.toString() === 'amount',
  );
  const amount = amounts[0]?.val;
  if (amounts.length !== 1 || amount?.type !== 'scvI128') throw new Error('Balance has no amount');
  const units = (amount.value.hi << 64n) | amount.value.lo;
  if (units < 0n) throw new Error('Balance is negative');
  return { kind: 'balance', amount: units };
}

/** Bytes of a type tag, which every XDR union starts with. */
const tagBytes = 4;
/** `SCV_CONTRACT_INSTANCE` of the ledger's own definition (Stellar-contract.x). */
const instanceTag = 19;

/**
 * Contract data repeats its key: the entry's tag and an empty extension, then the key without its
 * tag, then the value. An entry without that belongs to another key.
 */
function valueOffset(entry: Buffer, key: Buffer): number {
  const inner = key.subarray(tagBytes);
  const valueAt = 2 * tagBytes + inner.length;
  const isOfKey =
    entry.subarray(0, tagBytes).equals(key.subarray(0, tagBytes)) &&
    entry.subarray(2 * tagBytes, valueAt).equals(inner);
  if (!isOfKey) throw new Error('Entry belongs to another key');
  return valueAt;
}

/** The SDK cannot read an executable of a protocol newer than itself, but the contract exists. */
function isNewerExecutable({ xdr }: LedgerSdk, value: Buffer): boolean {
  if (value.length < 2 * tagBytes || value.readInt32BE(0) !== instanceTag) return false;
  try {
    xdr.ContractExecutableType.fromXdr(value.subarray(tagBytes, 2 * tagBytes));
    return false;
  } catch {
    return true;
  }
}
