import { errorText } from '../../../../kit/errors.ts';
import type { RejectCode } from '../../venuePort.ts';
import { RateLimitedError } from '../limits/rateLimitedError.ts';
import { NoAnswerError, NotSentError } from './tradeHttp.ts';

/** The way in which a call to a venue failed. */
export type Failure =
  /** The venue has seen nothing: the call may be made again. */
  | { readonly kind: 'notSent'; readonly message: string }
  /** The venue refused for good. */
  | { readonly kind: 'refused'; readonly code: RejectCode; readonly message: string }
  /** The venue accepted nothing because it is too busy, or because our clock is wrong. */
  | { readonly kind: 'limited'; readonly message: string }
  /** The venue knows no such order. */
  | { readonly kind: 'notFound'; readonly message: string }
  /** It is not known what happened. */
  | { readonly kind: 'unknown'; readonly message: string };

/** Texts for callers where every venue has its own wording. */
export const refusalTexts = {
  wouldTake: 'The order would take liquidity at once.',
  wouldTrigger: 'The order would trigger at once.',
  nothingToReduce: 'There is no position left to reduce.',
  cannotFill: 'The whole quantity cannot be filled at once.',
  badCredentials: 'The exchange does not accept the credentials of the account.',
} as const;

/** Returns the code of a refusal that has only a text. */
export function codeOf(text: string): RejectCode {
  switch (text) {
    case refusalTexts.wouldTake:
      return 'WOULD_TAKE';
    case refusalTexts.wouldTrigger:
      return 'WOULD_TRIGGER';
    case refusalTexts.nothingToReduce:
      return 'NOTHING_TO_REDUCE';
    case refusalTexts.cannotFill:
      return 'CANNOT_FILL';
    default:
      return 'OTHER';
  }
}

/** Thrown for something that a venue cannot do, before anything of the order was sent. */
export class DialectRefusal extends Error {
  readonly code: RejectCode;

  constructor(message: string, code: RejectCode = 'OTHER') {
    super(message);
    this.name = 'DialectRefusal';
    this.code = code;
  }
}

/** The meaning of a venue's own text, where the class of the error does not tell it. */
export interface ErrorMeaning {
  readonly pattern: RegExp;
  readonly means: RejectCode | 'notFound' | 'limited' | 'unknown';
  /** Reported instead of the venue's own text. */
  readonly message?: string | undefined;
}

/**
 * Returns what happened, from the error that a call threw. Only the venue's own answer can be a
 * refusal; everything else is unknown, because the order may have been taken.
 */
export function failureOf(error: unknown, words: readonly ErrorMeaning[]): Failure {
  if (error instanceof NotSentError || error instanceof RateLimitedError) {
    return { kind: 'notSent', message: error.message };
  }
  if (error instanceof NoAnswerError) return { kind: 'unknown', message: error.message };
  if (error instanceof DialectRefusal) return toFailure(error.code, error.message);
  const names = classNames(error);
  const message = scrub(errorText(error));
  const word = words.find(({ pattern }) => pattern.test(errorText(error)));
  if (word) return toFailure(word.means, word.message ?? message);
  const means = rules.find(({ name }) => names.has(name))?.means ?? 'unknown';
  return toFailure(means, message);
}

function toFailure(means: ErrorMeaning['means'], message: string): Failure {
  switch (means) {
    case 'notFound':
    case 'limited':
    case 'unknown':
      return { kind: means, message };
    default:
      return { kind: 'refused', code: means, message };
  }
}

/** Sorted from the most specific of ccxt's classes: many are kinds of each other. */
const rules: readonly { readonly name: string; readonly means: ErrorMeaning['means'] }[] = [
  { name: 'OrderNotFound', means: 'notFound' },
  { name: 'DuplicateOrderId', means: 'DUPLICATE' },
  { name: 'OrderImmediatelyFillable', means: 'WOULD_TAKE' },
  { name: 'OrderNotFillable', means: 'CANNOT_FILL' },
  { name: 'InvalidOrder', means: 'OTHER' },
  { name: 'InsufficientFunds', means: 'INSUFFICIENT_BALANCE' },
  { name: 'RateLimitExceeded', means: 'limited' },
  { name: 'InvalidNonce', means: 'limited' },
  { name: 'DDoSProtection', means: 'limited' },
  { name: 'RequestTimeout', means: 'unknown' },
  { name: 'NetworkError', means: 'unknown' },
  { name: 'OperationFailed', means: 'unknown' },
  { name: 'AuthenticationError', means: 'OTHER' },
  { name: 'PermissionDenied', means: 'OTHER' },
  { name: 'OperationRejected', means: 'OTHER' },
  { name: 'BadSymbol', means: 'OTHER' },
  { name: 'BadRequest', means: 'OTHER' },
  { name: 'NotSupported', means: 'OTHER' },
  { name: 'ArgumentsRequired', means: 'OTHER' },
  { name: 'InvalidAddress', means: 'OTHER' },
  // There is no rule for a plain ExchangeError: it also stands for a venue's own time-outs.
];

/** Returns the names of the error's class and of all its base classes. */
function classNames(error: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  for (let kind: unknown = error; kind; kind = Object.getPrototypeOf(kind)) {
    const { name } = Object(kind).constructor ?? {};
    if (typeof name === 'string') names.add(name);
  }
  return names;
}

/** Enough for a code and a sentence. */
const messageCharsMax = 300;

/** Addresses may hold a signature or a key, so the query is always removed. */
function scrub(text: string): string {
  const plain = text
    .replace(/https?:\/\/\S+/g, (address) => address.replace(/\?.*$/, ''))
    .replace(/\b(signature|apiKey|api_key|key|sign|passphrase)=[^&\s"]+/gi, '$1=…')
    .replace(/\s+/g, ' ');
  return plain.length > messageCharsMax ? `${plain.slice(0, messageCharsMax)}…` : plain;
}
