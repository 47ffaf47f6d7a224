import { defineAlgorithm } from './algorithm.ts';

export const twap = defineAlgorithm<object, { readonly done: boolean }>({
  type: 'twap',
  initialState: () => ({ done: false }),
  step: (state) => ({ state, actions: [{ kind: 'end', status: 'COMPLETED' }] }),
  report: () => ({}),
  plannedMs: () => undefined,
});
