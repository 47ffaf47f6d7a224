import { issuesHeadline } from '../http/issuesHeadline.ts';
import type { Scope } from '../http/scope.ts';
import { wireIssues } from '../http/scope.ts';
import type { FixedWindow } from '../kit/rateLimit.ts';

/** The trading service's answers (Trading §2.1, §5, §7): `X-API-Key` and `isError` envelopes. */
export function createTradingScope(deps: { limit: FixedWindow }): Scope {
  return {
    service: 'trading',
    allowedHeaders: ['Content-Type', 'X-API-Key', 'X-Requested-With'],
    prefixes: [
      '/order-execution',
      '/portfolio-management',
      '/delegation',
      '/oems',
      '/data',
      '/admin',
      '/metrics',
    ],
    limitOnEveryAnswer: false,
    keyText(headers) {
      const header = headers['x-api-key'];
      return typeof header === 'string' && header !== '' ? header : undefined;
    },
    count: (caller) => deps.limit.count(caller),
    peek: (caller) => deps.limit.peek(caller),
    success({ message, status, dataText, extra }) {
      const head = JSON.stringify({ isError: false, message, statusCode: status, ...extra });
      return { status, text: `${head.slice(0, -1)},"data":${dataText}}` };
    },
    failure(error) {
      const body = {
        isError: true,
        message: issuesHeadline(error),
        statusCode: error.status,
        data: {
          error: error.code,
          ...error.data,
          ...(error.issues && { errors: wireIssues(error.issues) }),
        },
      };
      return { status: error.status, text: JSON.stringify(body) };
    },
  };
}
