import { createECDH } from 'node:crypto';
import { keccak256, type Packable, pack, recoverKey, type Signature } from './chain.ts';

/** An action in the form in which its signer signed it. */
export interface SignedAction {
  readonly action: Packable;
  readonly nonce: number;
  readonly expiresAfter: number | undefined;
  /** The vault or sub-account that it is for; the signer's own account when absent. */
  readonly vault?: string | undefined;
  readonly signature: Signature;
}

/** Returns the address that signed; undefined when the signature is invalid. */
export function signerOf(
  { signature, ...signed }: SignedAction,
  source: 'a' | 'b' = 'a',
): string | undefined {
  const key = recoverKey(digestOf(actionHash(signed), source), signature);
  return key && addressOf(key);
}

/** Returns the address of a private key in hexadecimal digits. */
export function addressOfSecret(secret: string): string {
  const curve = createECDH('secp256k1');
  curve.setPrivateKey(secret.replace(/^0x/, ''), 'hex');
  // The first byte names the form of the key.
  return addressOf(curve.getPublicKey().subarray(1));
}

function addressOf(key: Uint8Array): string {
  return `0x${Buffer.from(keccak256(key).subarray(12)).toString('hex')}`;
}

/** Returns the hash that is signed; a vault's action adds a one and its address, others a zero. */
export function actionHash(signed: Omit<SignedAction, 'signature'>): Uint8Array {
  const { action, nonce, expiresAfter, vault } = signed;
  const whose =
    vault === undefined
      ? Buffer.of(0)
      : Buffer.concat([Buffer.of(1), Buffer.from(vault.slice(2), 'hex')]);
  const expiry = expiresAfter === undefined ? [] : [Buffer.of(0), eightBytes(expiresAfter)];
  return hash(pack(action), eightBytes(nonce), whose, ...expiry);
}

function eightBytes(value: number): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

/** Domain of every agent's signature: its chain is the same on every network. */
const agentDomain = domainOf('Exchange', 1_337);
const agentType = hashOf('Agent(string source,bytes32 connectionId)');

/**
 * Returns the EIP-712 digest of an action's phantom agent: `a` for the main network, `b` for tests.
 */
export function digestOf(connectionId: Uint8Array, source: 'a' | 'b' = 'a'): Uint8Array {
  const agent = hash(agentType, hashOf(source), connectionId);
  return hash(Buffer.of(0x19, 0x01), agentDomain, agent);
}

/** An approval of a builder's fee, in the form in which the account signed it. */
export interface SignedApproval {
  readonly chain: string;
  readonly chainId: number;
  readonly maxFeeRate: string;
  readonly builder: string;
  readonly nonce: number;
  readonly signature: Signature;
}

const approvalType = hashOf(
  'HyperliquidTransaction:ApproveBuilderFee' +
    '(string hyperliquidChain,string maxFeeRate,address builder,uint64 nonce)',
);

/**
 * Returns the address that signed an approval. Approvals have an EIP-712 domain of their own and
 * are signed without a phantom agent.
 */
export function approverOf({ signature, ...approval }: SignedApproval): string | undefined {
  const { chain, chainId, maxFeeRate, builder, nonce } = approval;
  const words = [hashOf(chain), hashOf(maxFeeRate), word(builder.slice(2)), numberWord(nonce)];
  const domain = domainOf('HyperliquidSignTransaction', chainId);
  const digest = hash(Buffer.of(0x19, 0x01), domain, hash(approvalType, ...words));
  const key = recoverKey(digest, signature);
  return key && addressOf(key);
}

function domainOf(name: string, chainId: number): Uint8Array {
  return hash(
    hashOf('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'),
    ...[hashOf(name), hashOf('1'), numberWord(chainId), Buffer.alloc(32)],
  );
}

function numberWord(value: number): Uint8Array {
  return word(value.toString(16));
}

/** Returns hexadecimal digits as the 32 bytes that every field takes. */
function word(digits: string): Uint8Array {
  return Buffer.from(digits.padStart(64, '0'), 'hex');
}

function hashOf(text: string): Uint8Array {
  return keccak256(Buffer.from(text, 'utf8'));
}

function hash(...parts: readonly Uint8Array[]): Uint8Array {
  return keccak256(Buffer.concat(parts));
}
