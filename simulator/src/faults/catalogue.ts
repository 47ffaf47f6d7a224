import type { FaultEntry } from './entry.ts';
import { exchangeFaults } from './exchangeFaults.ts';
import { streamFaults, userFrameFaults } from './frames.ts';
import { requestFaults } from './requests.ts';

const faults = {
  ...requestFaults,
  ...streamFaults,
  ...userFrameFaults,
  ...exchangeFaults,
} as const;

export type FaultName = keyof typeof faults;

/** Every fault that an exchange can be made to have. */
export const catalogue: Readonly<Record<FaultName, FaultEntry>> = faults;

export const faultNames = Object.keys(faults).filter(isFaultName);

export function isFaultName(text: string): text is FaultName {
  return Object.hasOwn(faults, text);
}
