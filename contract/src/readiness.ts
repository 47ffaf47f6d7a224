import { z } from 'zod';

/** Codes of the reasons why a service takes no orders. With any of them `/ready` answers 503. */
export const notReadyCodes = [
  'STARTING',
  'STANDBY',
  'STOPPING',
  'ENGINE_LOST',
  'LEASE_INVALID',
  'STORE_UNAVAILABLE',
] as const;
export type NotReadyCode = (typeof notReadyCodes)[number];

/**
 * Codes of decisions that operators took. They are reported, but the service stays in use. Orders
 * are refused then; cancels, reads and the end of the halt must still reach it.
 */
export const readinessNoteCodes = ['HALTED'] as const;
export type ReadinessCode = NotReadyCode | (typeof readinessNoteCodes)[number];

const readinessReason = z.object({
  code: z.enum([...notReadyCodes, ...readinessNoteCodes]),
  message: z.string().describe('the cause, and what to do about it'),
  since: z.string().describe('ISO 8601 with Z'),
});

/** True for a code that keeps orders from being taken, false for a mere note. */
export function isNotReady(code: ReadinessCode): code is NotReadyCode {
  return notReadyCodes.some((each) => each === code);
}

export const readinessReasons = z
  .array(readinessReason)
  .describe('why orders cannot be taken; HALTED is set by operators and leaves the service ready');
