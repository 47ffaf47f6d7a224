import { unreachable } from '../../kit/assert.ts';
import { confidenceLabel } from './confidence.ts';
import type { Check, CheckName, Failure, Summary, Validation, Warning } from './types.ts';

/** Returns the summary of a failed validation: nothing was estimated (Trading §4.5). */
export function failedSummary(validation: Validation): Summary {
  const failed = failures(validation);
  const raised = failed.flatMap(({ message, ...check }): Warning[] => {
    const { code } = failureOf(check);
    return code === undefined ? [] : [{ severity: 'critical', code, message }];
  });
  // Several checks may fail for one reason, which is reported once.
  const warnings = [...new Map(raised.map((each) => [each.message, each])).values()];
  return {
    costBps: undefined,
    costUsd: undefined,
    recommendation: adviceOn(failed),
    primaryVenue: undefined,
    primaryVenuePct: undefined,
    timeToFill: undefined,
    sizeContext: undefined,
    breakdown: [],
    warnings,
    confidence: 0,
    confidenceLabel: confidenceLabel(0),
    confidenceFactors: ['The order did not pass validation, so nothing was estimated.'],
  };
}

/**
 * Returns the failed checks with a finding. Without a symbol the other checks cannot be made: they
 * fail without figures then, and a warning would claim something that is not known.
 */
function failures({ checks }: Validation): readonly Check[] {
  const failed = checks.filter(({ passed }) => !passed);
  if (!failed.some(({ name }) => name === 'symbol')) return failed;
  return failed.filter(({ name, details }) => name === 'symbol' || details !== undefined);
}

/** The order of advice: without a market nothing helps, and then the order itself comes. */
const adviceOrder: readonly CheckName[] = ['symbol', 'order_size', 'balance', 'daily_limit'];

function adviceOn(failed: readonly Check[]): string | undefined {
  for (const name of adviceOrder) {
    const check = failed.find((each) => each.name === name);
    if (check) return failureOf(check).advice;
  }
  return undefined;
}

function failureOf({ name, failure }: Pick<Check, 'name' | 'failure'>): Failure {
  return failure ?? usualFailure(name);
}

/** Returns the failure of a check for its usual reason, which its warning states. */
function usualFailure(name: CheckName): Failure {
  switch (name) {
    case 'balance':
      return {
        code: 'INSUFFICIENT_BALANCE',
        advice: 'Make the order smaller, or fund the accounts.',
      };
    case 'daily_limit':
      return {
        code: 'DAILY_LIMIT_EXCEEDED',
        advice: 'Make the order smaller, or wait for the next day (UTC).',
      };
    case 'symbol':
      return {
        code: 'SYMBOL_NOT_FOUND',
        advice: 'Choose a symbol that trades at an exchange of these accounts.',
      };
    case 'order_size':
      return {
        code: 'BELOW_MINIMUM_ORDER',
        advice: 'Change the quantity to one that the exchanges take.',
      };
    default:
      return unreachable(name);
  }
}
