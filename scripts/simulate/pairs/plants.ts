import type { TextPlant } from '../../../server/test/support/plants/plant.ts';

const algorithms = 'server/src/trading/algorithms';

const forgetsLive = {
  file: `${algorithms}/running/legBounds.ts`,
  right: '    least: subtractExact(position, closing),\n    most: addExact(position, opening),\n',
  wrong: '    least: position,\n    most: position,\n',
};

/** Mistakes in pairs and in the code that carries them out; each must be found. */
export const pairPlants: readonly TextPlant[] = [
  {
    name: 'acts-around-an-unknown-order',
    changes: [
      forgetsLive,
      {
        file: `${algorithms}/shared/pair/level.ts`,
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
        file: `${algorithms}/spread/definition.ts`,
        right: '    return run(scene, lookAtSpread(turn, state, params));',
        wrong:
          "    const level = event.kind === 'recovered' ? spreadStart.level : state.level;\n" +
          '    return run(scene, lookAtSpread(turn, { ...state, level }, params));',
      },
    ],
  },
  {
    name: 'closes-without-reduce-only',
    foundBy: /is sent with reduce-only false/,
    changes: [
      {
        file: `${algorithms}/legs.ts`,
        right: 'return child.isClosing !== record.reduceOnly;',
        wrong: 'return false;',
      },
    ],
  },
  {
    name: 'counts-a-hedge-on-the-wrong-leg',
    foundBy: /has stored .* of leg/,
    changes: [
      {
        file: `${algorithms}/running/children.ts`,
        right: 'if (leg !== after.leg) return sums;',
        wrong: "if ((leg === after.leg) === (after.purpose === 'hedge')) return sums;",
      },
    ],
  },
  {
    name: 'stands-still-while-paused',
    changes: [
      {
        file: `${algorithms}/running/stepping.ts`,
        right: "const isHeld = status === 'PAUSED' || status === 'CANCELLING';",
        wrong: "const isHeld = status === 'CANCELLING';",
      },
    ],
  },
  {
    name: 'leads-on-while-paused',
    changes: [
      {
        file: `${algorithms}/running/legBounds.ts`,
        right: "record.status === 'RUNNING' ||",
        wrong: "record.status !== 'CANCELLING' ||",
      },
      {
        file: `${algorithms}/running/view.ts`,
        right: "return status === 'PAUSED' ? 'paused' : 'cancelling';",
        wrong: "return status === 'PAUSED' ? 'running' : 'cancelling';",
      },
    ],
  },
  {
    name: 'ends-before-its-legs-are-level',
    changes: [
      {
        file: `${algorithms}/running/stepping.ts`,
        right: "if (!pairOf(draft.record())) end(draft, 'settled', reason);",
        wrong: "if (!run.ending) end(draft, 'settled', reason);",
      },
    ],
  },
  {
    name: 'forgets-the-legs-in-a-restart',
    changes: [
      {
        file: `${algorithms}/store/algorithmRows.ts`,
        right: "opened: read.decimal('opened'),",
        wrong: "opened: '0',",
      },
    ],
  },
  {
    name: 'unwinds-the-wrong-leg',
    changes: [
      {
        file: `${algorithms}/shared/pair/level.ts`,
        right: 'const closing = { leg: ahead, quantity, isClosing: true,',
        wrong: 'const closing = { leg: behind, quantity, isClosing: true,',
      },
    ],
  },
  {
    name: 'starts-its-time-anew-at-each-look',
    changes: [
      {
        file: `${algorithms}/shared/pair/level.ts`,
        right: 'const since = { ...before, sinceMs: sinceMs ?? nowMs };',
        wrong: 'const since = { ...before, sinceMs: nowMs };',
      },
    ],
  },
  {
    name: 'drops-the-limit-price-of-the-first-leg',
    changes: [
      {
        file: `${algorithms}/running/stepping.ts`,
        right: 'leg === 0 && !isClosing ? record.limitPrice : undefined;',
        wrong: 'pairOf(record) ? undefined : record.limitPrice;',
      },
      {
        file: `${algorithms}/running/view.ts`,
        right: 'quantity: Number(record.quantity), limitPrice,',
        wrong: 'quantity: Number(record.quantity), limitPrice: undefined,',
      },
    ],
  },
];
