import type { Account } from '../exchange/records.ts';
import type { Builder } from './actions.ts';
import {
  type Fields,
  readAddress,
  readFields,
  readSignature,
  readText,
  readWhole,
} from './reading.ts';
import { Malformed } from './refusals.ts';
import type { SignedApproval } from './signature.ts';

/** The builders whom accounts allow to charge a fee on their orders, with their maximum fees. */
export interface BuilderFees {
  /** Sets a builder's maximum fee; an account's last approval of a builder counts. */
  approve(account: Account, approval: Approval): void;
  isApproved(account: Account, builder: Builder): boolean;
}

interface Approval extends SignedApproval {
  /** In tenths of a basis point. */
  readonly feeMax: number;
}

export function createBuilderFees(): BuilderFees {
  const approved = new Map<string, number>();
  const nameOf = (account: Account, builder: string) => `${account.apiKey} ${builder}`;
  return {
    approve(account, { builder, feeMax }) {
      approved.set(nameOf(account, builder), feeMax);
    },
    isApproved(account, { b, f }) {
      const most = approved.get(nameOf(account, b));
      return most !== undefined && f <= most;
    },
  };
}

/** Returns a rate such as `0.01%` in tenths of a basis point, a thousand of which are a percent. */
function tenthsOf(maxFeeRate: string): number {
  const [, percent] = /^(\d+(?:\.\d+)?)%$/.exec(maxFeeRate) ?? [];
  if (percent === undefined) throw new Malformed();
  return Math.round(Number(percent) * 1_000);
}

/** Reads an approval of a builder, with its signature. */
export function readApproval({ action, nonce, signature }: Fields): Approval {
  const { hyperliquidChain, signatureChainId, builder, ...rest } = readFields(action);
  const chainId = readText(signatureChainId);
  const maxFeeRate = readText(rest.maxFeeRate);
  if (!/^0x[\da-f]{1,8}$/i.test(chainId) || rest.nonce !== nonce) throw new Malformed();
  return {
    chain: readText(hyperliquidChain),
    chainId: Number(chainId),
    maxFeeRate,
    feeMax: tenthsOf(maxFeeRate),
    builder: readAddress(builder),
    nonce: readWhole(nonce),
    signature: readSignature(signature),
  };
}
