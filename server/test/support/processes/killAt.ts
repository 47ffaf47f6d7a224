import { registerHooks } from 'node:module';

// Preloaded (`--import`) into a service that is to die: replaces the index of the store with
// `killingStore.ts`, so that the service itself has no switch. With `laterMs` the service believes
// that it was started that much later than it was, like one that an operator restarts by hand.

const plan = new URL(import.meta.url);
const laterMs = Number(plan.searchParams.get('laterMs') ?? 0);
if (laterMs !== 0) {
  const now = Date.now.bind(Date);
  Date.now = () => now() + laterMs;
}

if (plan.searchParams.has('at')) {
  const store = new URL('../../../src/store/index.ts', import.meta.url).href;
  const killing = new URL('./killingStore.ts', import.meta.url);
  killing.search = plan.search;
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const isOurs = context.parentURL === killing.href;
      return resolved.url === store && !isOurs ? { ...resolved, url: killing.href } : resolved;
    },
  });
}
