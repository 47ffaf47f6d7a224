import type { HostPlant } from '../algorithms/hostPlants.ts';

const forgetsLive = {
  file: 'running/room.ts',
  right: '    least: subtractExact(position, closing),\n    most: addExact(position, opening),\n',
  wrong: '    least: position,\n    most: position,\n',
};

/** Mistakes in pairs and in the code that carries them out; each must be found. */
export const pairPlants: readonly HostPlant[] = [
  {
    name: 'acts-around-an-unknown-order',
    changes: [
      forgetsLive,
      {
        file: 'shared/pair/level.ts',
        right: '  if (pending.length > 0) {',
        wrong: '  if (pending.length > 9) {',
      },
    ],
  },
  { name: 'bounds-the-risk-without-what-is-live', changes: [forgetsLive] },
  {
    name: 'begins-its-time-anew-after-a-restart',
    changes: [
      {
        file: 'spread/definition.ts',
        right: '    return run(scene, lookAtSpread(turn, state, params));',
        wrong:
          "    const level = event.kind === 'recovered' ? spreadStart.level : state.level;\n" +
          '    return run(scene, lookAtSpread(turn, { ...state, level }, params));',
      },
    ],
  },
  {
    name: 'closes-without-reduce-only',
    changes: [
      {
        file: 'legs.ts',
        right: 'return child.isClosing !== record.reduceOnly;',
        wrong: 'return false;',
      },
    ],
  },
  {
    name: 'counts-a-hedge-on-the-wrong-leg',
    changes: [
      {
        file: 'running/children.ts',
        right: 'if (leg !== after.leg) return sums;',
        wrong: "if ((leg === after.leg) === (after.purpose === 'hedge')) return sums;",
      },
    ],
  },
  {
    name: 'stands-still-while-paused',
    changes: [
      {
        file: 'running/stepping.ts',
        right: "const isHeld = status === 'PAUSED' || status === 'CANCELLING';",
        wrong: "const isHeld = status === 'CANCELLING';",
      },
    ],
  },
  {
    name: 'leads-on-while-paused',
    changes: [
      {
        file: 'running/room.ts',
        right: "record.status === 'RUNNING' ||",
        wrong: "record.status !== 'CANCELLING' ||",
      },
      {
        file: 'running/view.ts',
        right: "return status === 'PAUSED' ? 'paused' : 'cancelling';",
        wrong: "return status === 'PAUSED' ? 'running' : 'cancelling';",
      },
    ],
  },
  {
    name: 'ends-before-its-legs-are-level',
    changes: [
      {
        file: 'running/stepping.ts',
        right: "if (!pairOf(draft.record())) end(draft, 'settled', reason);",
        wrong: "if (!run.ending) end(draft, 'settled', reason);",
      },
    ],
  },
  {
    name: 'forgets-the-legs-in-a-restart',
    changes: [
      {
        file: 'algorithmRows.ts',
        right: "opened: read.decimal('opened'),",
        wrong: "opened: '0',",
      },
    ],
  },
  {
    name: 'unwinds-the-wrong-leg',
    changes: [
      {
        file: 'shared/pair/level.ts',
        right: 'const closing = { leg: ahead, quantity, isClosing: true,',
        wrong: 'const closing = { leg: behind, quantity, isClosing: true,',
      },
    ],
  },
  {
    name: 'starts-its-time-anew-at-each-look',
    changes: [
      {
        file: 'shared/pair/level.ts',
        right: 'const since = { ...before, sinceMs: sinceMs ?? nowMs };',
        wrong: 'const since = { ...before, sinceMs: nowMs };',
      },
    ],
  },
  {
    name: 'drops-the-limit-price-of-the-first-leg',
    changes: [
      {
        file: 'running/stepping.ts',
        right: 'leg === 0 && !isClosing ? record.limitPrice : undefined;',
        wrong: 'pairOf(record) ? undefined : record.limitPrice;',
      },
      {
        file: 'running/view.ts',
        right: 'quantity: Number(record.quantity), limitPrice,',
        wrong: 'quantity: Number(record.quantity), limitPrice: undefined,',
      },
    ],
  },
];
