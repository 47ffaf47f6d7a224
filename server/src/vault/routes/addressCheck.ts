import { addressErrors } from '@windlass/contract';
import type { PartIssue, RawInput } from '../../http/bind.ts';

/** What the operator takes for an address, beyond its shape: a checksum, or nothing more. */
export interface AddressRules {
  isAccount(text: string): boolean;
  isContract(text: string): boolean;
}

interface AddressField {
  readonly part: PartIssue['part'];
  readonly field: string;
  readonly kind: 'account' | 'contract';
  /** Told by the kind of address unless given. */
  readonly message?: string;
}

/** Looks at the fields as they came; what is no text, the schema refuses by itself. */
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
