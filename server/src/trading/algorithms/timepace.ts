import { defineAlgorithm } from './algorithm.ts';

export const timepace = defineAlgorithm<object, { readonly done: boolean }>({
  type: 'timepace',
  initialState: () => ({ done: false }),
  step: (state) => ({ state, actions: [{ kind: 'end', status: 'COMPLETED' }] }),
  report: () => ({}),
  plannedMs: () => undefined,
});
