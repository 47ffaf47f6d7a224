import { expect, it } from 'vitest';
import { scriptOf } from './build.ts';

it('finds the script of an index by its digest, and none where there is none', () => {
  const index = '<head><script type="module" crossorigin src="/assets/index-CC95.js"></script>';
  expect(scriptOf(index)).toBe('/assets/index-CC95.js');
  expect(scriptOf('<html><script>1</script></html>')).toBeUndefined();
});
