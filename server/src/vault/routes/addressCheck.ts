import { addressErrors } from '@windlass/contract';
import type { PartIssue, RawInput } from '../../http/bind.ts';

/** The operator's rules for addresses, beyond their format: a checksum, or nothing more. */
export interface AddressRules {
  isAccount(text: string): boolean;
  isContract(text: string): boolean;
}

interface AddressField {
  readonly part: PartIssue['part'];
  readonly field: string;
  readonly kind: 'account' | 'contract';
  /** Default: the message of the kind of address. */
  readonly message?: string;
}

/** Checks the fields as they came; the schema itself refuses those that are no text. */
export function checkAddresses(rules: AddressRules, fields: readonly AddressField[]) {
  return (raw: RawInput): PartIssue[] =>
    fields.flatMap(({ part, field, kind, message = addressErrors[kind] }) => {
      const value = ownValue(raw[part], field);
      if (typeof value !== 'string') return [];
      const isValid = kind === 'account' ? rules.isAccount(value) : rules.isContract(value);
      return isValid ? [] : [{ part, field, message, value }];
    });
}

function ownValue(given: unknown, field: string): unknown {
  const isObject = typeof given === 'object' && given !== null;
  return isObject && Object.hasOwn(given, field) ? Reflect.get(given, field) : undefined;
}
