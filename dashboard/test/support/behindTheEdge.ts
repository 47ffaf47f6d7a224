import type { Locator } from 'playwright-core';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the titles of the cells in a row that are not fully visible on a phone of that width
 * before scrolling sideways: behind its edge, or beneath another cell.
 */
export async function behindTheEdge(row: Locator, width = 390): Promise<readonly string[]> {
  const cells = await row.locator('td').all();
  const placed = await Promise.all(
    cells.map(async (cell) => ({
      title: (await cell.getAttribute('data-title')) ?? '',
      box: await cell.boundingBox(),
    })),
  );
  return placed.flatMap(({ title, box }, index) => {
    const isWhole = box !== null && box.x >= 0 && box.x + box.width <= width;
    const isFree = placed.every(
      (other, at) => at === index || !box || !other.box || areApart(box, other.box),
    );
    return isWhole && isFree ? [] : [title];
  });
}

function areApart(a: Box, b: Box): boolean {
  return (
    a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
  );
}
