import type { Scope } from '../http/scope.ts';
import { wireIssues } from '../http/scope.ts';
import type { FixedWindow } from '../kit/rateLimit.ts';

/**
 * Creates the answers of the vault service (Vaults §2.1, §5, §8): bearer keys and `success`
 * envelopes.
 */
export function createVaultScope(deps: { limit: FixedWindow }): Scope {
  return {
    service: 'vault',
    allowedHeaders: ['Content-Type', 'Authorization', 'X-Requested-With'],
    prefixes: ['/api', '/health', '/ready'],
    // Vaults §8: the limit's headers are on every response.
    limitOnEveryAnswer: true,
    keyText(headers) {
      const header = headers.authorization;
      const match = typeof header === 'string' ? /^Bearer +(\S+) *$/i.exec(header) : null;
      return match?.[1];
    },
    count: (caller) => deps.limit.count(caller),
    peek: (caller) => deps.limit.peek(caller),
    success({ message, status, dataText, pagination, extra }) {
      const head = JSON.stringify({ success: true, message, ...extra }).slice(0, -1);
      const tail = pagination ? `,"pagination":${JSON.stringify(pagination)}}` : '}';
      return { status, text: `${head},"data":${dataText}${tail}` };
    },
    failure(error) {
      const { status, message, issues } = error;
      const body = { success: false, message, ...(issues && { errors: wireIssues(issues) }) };
      return { status, text: JSON.stringify(body) };
    },
  };
}
