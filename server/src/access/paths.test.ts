import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPathMatcher, isPathGlob } from './paths.ts';

const { pathAllowed } = createPathMatcher();

describe('the paths of a key', () => {
  it.each([
    ['/**', '/', true],
    ['/**', '/admin/keys', true],
    ['/**', '/a/.hidden/b', true],
    ['/data/**', '/data', true],
    ['/data/**', '/data/', true],
    ['/data/**', '/data/x/y', true],
    ['/data/**', '/database', false],
    ['/data/**', '/other/data/x', false],
    ['/data/*', '/data/x', true],
    ['/data/*', '/data/x/y', false],
    ['/data/*', '/data', false],
    ['/data', '/data', true],
    ['/data', '/data/x', false],
    ['/data', '/Data', false],
    ['/data/v?', '/data/v1', true],
    ['/data/v?', '/data/v/', false],
    ['/a/*/c/**', '/a/b/c/d/e', true],
    ['/a/*/c/**', '/a/b/x/c/d', false],
    ['/a.b', '/axb', false],
  ])('%s on %s: %s', (glob, path, allowed) => {
    expect(pathAllowed([glob], path)).toBe(allowed);
  });

  it('are reached when any glob reaches them, and by none without globs', () => {
    expect(pathAllowed(['/a', '/b/**'], '/b/c')).toBe(true);
    expect(pathAllowed(['/a', '/b/**'], '/c')).toBe(false);
    expect(pathAllowed([], '/c')).toBe(false);
  });

  it('are compared decoded', () => {
    expect(pathAllowed(['/data/*'], '/%64ata/x%20y')).toBe(true);
    expect(pathAllowed(['/data/*'], '/%61dmin/keys')).toBe(false);
  });

  it.each([
    '/data/../admin/keys',
    '/data/%2e%2e/admin/keys',
    '/data/.%2E/admin/keys',
    '/data/..%2fadmin/keys',
    '/data/./x',
    '/data//x',
    '//admin/keys',
    '/data/%2fx',
    '/data\\..\\admin',
    '/data/%5c..%5cadmin',
    '/data/%252e%252e/admin',
    '/data/%00',
    '/data/%0a',
    '/data/%',
    '/data/%ff',
    '/data?x=1',
    '/data/%3fx',
    'data/x',
    'http://data/x',
    '',
    `/data/${'x'.repeat(2_000)}`,
  ])('are out of reach through the trick %s', (path) => {
    expect(pathAllowed(['/data/**', '/data', '/**'], path)).toBe(false);
  });

  it('with dot segments are out of reach even of a glob that spells them', () => {
    expect(pathAllowed(['/a/../admin', '/a/./admin'], '/a/../admin')).toBe(false);
    expect(pathAllowed(['/a/../admin', '/a/./admin'], '/a/./admin')).toBe(false);
  });

  it('take an encoded slash only where both its readings are allowed', () => {
    expect(pathAllowed(['/book/**'], '/book/BTC%2FUSDT')).toBe(true);
    expect(pathAllowed(['/book/*'], '/book/BTC%2FUSDT')).toBe(false);
    expect(pathAllowed(['/book/*/x'], '/book/a%2Fx')).toBe(false);
    expect(pathAllowed(['/book/*', '/book/*/*'], '/book/a%2Fb')).toBe(false);
  });

  it('never widen: whatever one segment is replaced by, a subtree stays closed to others', () => {
    const piece = fc.stringMatching(/^[a-z.%/\\2fF5cCeE]{0,12}$/);
    fc.assert(
      fc.property(piece, piece, (before, after) => {
        const path = `/${before}/${after}`;
        if (!pathAllowed(['/data/**'], path)) return;
        const read = decodeURIComponent(path);
        expect(new URL(read, 'http://host').pathname).toMatch(/^\/data(\/|$)/);
      }),
    );
  });

  it('answer a hostile path quickly', () => {
    const hostile = '/a'.repeat(512);
    for (const glob of ['/**/a/**/b', '/*a/**/*a/*b', '/**/?a*b/**/c']) {
      expect(isPathGlob(glob)).toBe(true);
      expect(pathAllowed([glob], hostile)).toBe(false);
    }
  });
});

describe('a glob', () => {
  it.each(['/', '/**', '/data/**', '/a/*/b', '/a*z', '/v?/x', '/a/**/b/**', '/@x/~y:z,=.-_'])(
    'may be %s',
    (glob) => expect(isPathGlob(glob)).toBe(true),
  );

  it.each([
    '',
    'data/**',
    '**',
    '!/admin/**',
    '/(a+)+b',
    '/{a,b}',
    '/[ab]',
    '/!(a)',
    '/a|b',
    '/a\\b',
    '/a b',
    '/a%2fb',
    '/a*b*c',
    '/a**',
    '/***',
    '/**/a/**/b/**',
    `/${'a'.repeat(200)}`,
  ])('cannot be %s, and reaches nothing', (glob) => {
    expect(isPathGlob(glob)).toBe(false);
    for (const path of ['/', '/a', '/b', '/admin', '/ab', '/a/b']) {
      expect(pathAllowed([glob], path)).toBe(false);
    }
  });
});
