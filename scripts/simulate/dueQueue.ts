/** A scheduled task; tasks of the same moment run in the order in which they were scheduled. */
export interface Due {
  readonly atMs: number;
  readonly order: number;
  readonly task: () => void;
  readonly isCancelled: () => boolean;
}

/** Creates a binary heap: a busy market schedules thousands of tasks a simulated minute. */
export function createDueQueue() {
  const heap: Due[] = [];
  const at = (index: number): Due => {
    const due = heap[index];
    if (!due) throw new Error(`the queue has no place ${index}`);
    return due;
  };
  const isBefore = (a: Due, b: Due) => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
  const swap = (a: number, b: number) => {
    const kept = at(a);
    heap[a] = at(b);
    heap[b] = kept;
  };
  const sink = (): void => {
    for (let index = 0; ; ) {
      let first = index;
      for (const child of [2 * index + 1, 2 * index + 2]) {
        if (child < heap.length && isBefore(at(child), at(first))) first = child;
      }
      if (first === index) return;
      swap(index, first);
      index = first;
    }
  };
  return {
    first: (): Due | undefined => heap[0],
    add(due: Due): void {
      heap.push(due);
      for (let index = heap.length - 1; index > 0; ) {
        const parent = Math.floor((index - 1) / 2);
        if (!isBefore(at(index), at(parent))) return;
        swap(index, parent);
        index = parent;
      }
    },
    takeFirst(): void {
      const last = heap.pop();
      if (last === undefined || heap.length === 0) return;
      heap[0] = last;
      sink();
    },
  };
}
