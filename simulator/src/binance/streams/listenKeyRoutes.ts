import type { Call, Routes } from '../call.ts';

/**
 * Routes of listen keys, below an API's root path. They need the account's key but no signature.
 */
export function listenKeyRoutes(root: string): Routes {
  const answer = (work: (call: Call) => object) => ({ security: 'key', answer: work }) as const;
  return {
    [`POST ${root}/listenKey`]: answer(({ exchange, account, settings }) => ({
      listenKey: settings.listenKeys.open(exchange, account),
    })),
    [`PUT ${root}/listenKey`]: answer(({ exchange, account, settings }) => ({
      listenKey: settings.listenKeys.renew(exchange, account),
    })),
    [`DELETE ${root}/listenKey`]: answer(({ account, settings }) => {
      settings.listenKeys.end(account);
      return {};
    }),
  };
}
