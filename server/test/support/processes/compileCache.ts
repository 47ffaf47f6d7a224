const folder = process.env.NODE_COMPILE_CACHE;

/**
 * Settings for a service that a test starts with its own environment: it reads what earlier ones
 * have compiled from the folder that `vitest.config.ts` names.
 */
export const compiledOnce: Readonly<Record<string, string>> =
  folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
