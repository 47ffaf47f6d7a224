import { defineAlgorithm } from './algorithm.ts';

export const sweep = defineAlgorithm<object, { readonly done: boolean }>({
  type: 'sweep',
  initialState: () => ({ done: false }),
  step: (state) => ({ state, actions: [{ kind: 'end', status: 'COMPLETED' }] }),
  report: () => ({}),
  plannedMs: () => undefined,
});
