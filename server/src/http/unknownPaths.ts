import type { Endpoint } from '@windlass/contract';
import { AppError } from '../kit/errors.ts';

/** Distinguishes a wrong method from a wrong path. */
export interface UnknownPaths {
  /** `allow` lists the methods of the path when only the method was wrong. */
  explain(method: string, path: string): { error: AppError; allow?: string[] };
}

/** Longest path that an answer repeats. */
const pathLengthMax = 200;

export function createUnknownPaths(endpoints: readonly Endpoint[]): UnknownPaths {
  const known = endpoints.map((endpoint) => ({
    method: endpoint.method,
    pattern: patternOf(endpoint),
  }));
  return {
    explain(method, path) {
      const allow = [
        ...new Set(known.filter(({ pattern }) => pattern.test(path)).map((entry) => entry.method)),
      ];
      const shown = path.slice(0, pathLengthMax);
      if (allow.length > 0 && !allow.some((allowed) => allowed === method)) {
        const message = `${shown} answers ${allow.join(', ')}, not ${method}.`;
        return { error: new AppError('METHOD_NOT_ALLOWED', { message }), allow };
      }
      const message = `No such endpoint: ${method} ${shown}. GET /openapi.json lists them all.`;
      return { error: new AppError('ROUTE_NOT_FOUND', { message }) };
    },
  };
}

function patternOf({ path, restOfPath }: Endpoint): RegExp {
  const pattern = path.replace(/:([^/]+)/g, (_match, name) =>
    name === restOfPath ? '.+' : '[^/]+',
  );
  return new RegExp(`^${pattern}/?$`);
}
