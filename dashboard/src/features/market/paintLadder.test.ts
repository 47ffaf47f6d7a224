import { expect, it } from 'vitest';
import { formatSize } from './paintLadder.ts';

it('tells a quantity that its column has too few digits for as less, and never as nothing', () => {
  expect(formatSize(0.0004, 3)).toBe('<0.001');
  expect(formatSize(0.0005, 3)).toBe('0.001');
  expect(formatSize(0, 3)).toBe('0.000');
  expect(formatSize(12.3456, 3)).toBe('12.346');
});
