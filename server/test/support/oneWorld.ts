import { requireOneWorld, type World, type WorldOf } from '../../src/trading/execution/index.ts';

/** The same world for all accounts; what a test leaves out it does not need. */
export function oneWorld(
  parts: {
    readonly [Part in keyof World]?: Partial<World[Part]>;
  },
): WorldOf {
  return (accounts) => {
    requireOneWorld(accounts);
    return parts as World;
  };
}
