import { requireOneWorld, type World, type WorldOf } from '../../../src/trading/execution/index.ts';

/** Returns the same world for all accounts; parts that a test leaves out are not needed. */
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
