const folder = process.env.NODE_COMPILE_CACHE;

/**
 * For the environment of a service that a test starts with settings of its own: it takes what
 * earlier ones have compiled from the folder that `vitest.config.ts` names.
 */
export const compiledOnce: Readonly<Record<string, string>> =
  folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
