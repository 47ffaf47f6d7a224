import type { MarginModes } from '../../../src/trading/venues/perpsPort.ts';

/** Modes in memory, for tests of code that reads and writes them. */
export function memoryMarginModes(): MarginModes {
  const modes = new Map<string, 'cross' | 'isolated'>();
  return {
    get: async (symbol) => modes.get(symbol),
    set: async (symbol, mode) => {
      modes.set(symbol, mode);
    },
  };
}
