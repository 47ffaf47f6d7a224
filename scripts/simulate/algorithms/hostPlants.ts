import type { TextPlant } from '../../../server/test/support/plants/plant.ts';

const algorithms = 'server/src/trading/algorithms';

/** Mistakes that the runs must find. */
export const hostPlants: readonly TextPlant[] = [
  {
    name: 'acts-before-it-persists',
    foundBy: /is sent before it is stored as a child/,
    changes: [
      {
        file: `${algorithms}/running/run.ts`,
        right: '    if (save) await write(save, draft.commit);',
        wrong: `    draft.commit();
    for (const act of acts.splice(0)) acting.perform(act);
    if (save) await write(save, draft.commit);`,
      },
    ],
  },
  {
    name: 'forgets-what-is-outstanding',
    foundBy: /at its venues, of/,
    changes: [
      {
        file: `${algorithms}/running/children.ts`,
        right:
          'return formatExact(draft.live().filter(isOwn).map(openOf).reduce(subtractExact, left));',
        wrong: 'return formatExact(left);',
      },
    ],
  },
  {
    name: 'does-not-look-up-an-intent',
    changes: [
      {
        file: `${algorithms}/running/acting.ts`,
        right:
          'const order = await findOrder(scene, child);\n          if (order) inbox.order(order);',
        wrong: `const isNew = child.stage === 'intended';
          const order = isNew ? undefined : await findOrder(scene, child);
          if (order) inbox.order(order);`,
      },
    ],
  },
  {
    name: 'drops-the-limit-price',
    changes: [
      {
        file: `${algorithms}/running/stepping.ts`,
        right: 'const held = withinLimit(side, action.price, limitPrice);',
        wrong: 'const held = action.price;',
      },
      {
        file: `${algorithms}/running/view.ts`,
        right: 'quantity: Number(record.quantity), limitPrice,',
        wrong: 'quantity: Number(record.quantity), limitPrice: undefined,',
      },
    ],
  },
  {
    name: 'counts-a-fill-each-time',
    foundBy: /has filled .*, its children/,
    changes: [
      {
        file: `${algorithms}/running/children.ts`,
        right: 'filled: moved(run.filled, before.filled, after.filled),',
        wrong: "filled: moved(run.filled, '0', after.filled),",
      },
    ],
  },
  {
    name: 'ends-with-live-children',
    changes: [
      {
        file: `${algorithms}/running/stepping.ts`,
        right: '  if (draft.live().length > 0) return;\n',
        wrong: '',
      },
    ],
  },
  {
    name: 'goes-on-while-paused',
    changes: [
      {
        file: `${algorithms}/running/stepping.ts`,
        right: "return status === 'RUNNING' && run.ending === undefined;",
        wrong: "return status !== 'CANCELLING' && run.ending === undefined;",
      },
    ],
  },
  {
    name: 'takes-unknown-for-over',
    changes: [
      {
        file: `${algorithms}/running/children.ts`,
        right: 'const isOverNow = isOver(order);',
        wrong: "const isOverNow = isOver(order) || order.status === 'unknown';",
      },
    ],
  },
  {
    name: 'forgets-a-cancel',
    changes: [
      {
        file: `${algorithms}/running/stepping.ts`,
        right: '  for (const { number } of draft.live()) askCancel(draft, number);',
        wrong: '  for (const { number } of draft.live().slice(1)) askCancel(draft, number);',
      },
    ],
  },
  {
    name: 'loses-late-fills',
    changes: [
      {
        file: `${algorithms}/running/children.ts`,
        right: "if (child.stage === 'over' && !grown) return;",
        wrong: "if (child.stage === 'over') return;",
      },
    ],
  },
  {
    name: 'clock-goes-on-while-paused',
    changes: [
      {
        file: `${algorithms}/running/runClock.ts`,
        right:
          'const nowMs = () => (isRunning ? elapsedMs + clock.monotonic() - sinceMs : elapsedMs);',
        wrong: 'const nowMs = () => elapsedMs + clock.monotonic() - sinceMs;',
      },
    ],
  },
  {
    name: 'forgets-the-limit-price-in-a-restart',
    changes: [
      {
        file: `${algorithms}/store/algorithmRows.ts`,
        right: "limitPrice: read.optional('limitPrice', read.number),",
        wrong: 'limitPrice: undefined,',
      },
    ],
  },
];
