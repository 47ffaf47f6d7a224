import { posix } from 'node:path';
import type { TextFile } from './tree.ts';
import type { Violation } from './violation.ts';

/** Returns links of Markdown pages to headings that their page does not have. */
export function checkAnchors(files: readonly TextFile[]): Violation[] {
  const pages = files.filter(({ path }) => path.endsWith('.md'));
  const anchors = new Map(pages.map(({ path, text }) => [path, anchorsOf(text)]));
  return pages.flatMap(({ path, text }) =>
    linksOf(text).flatMap(({ line, target, anchor }) => {
      const page = target === '' ? path : posix.join(posix.dirname(path), target);
      const known = anchors.get(page);
      if (!known || known.has(anchor)) return [];
      const todo = `${page} has no heading #${anchor}: name one it has`;
      return [{ path, line, rule: 'broken-anchor', todo }];
    }),
  );
}

/** Returns the anchors of a page's headings, as the usual viewers of Markdown make them. */
function anchorsOf(page: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const { text } of proseOf(page)) {
    const heading = /^#{1,6} (.+)$/.exec(text)?.[1];
    if (heading === undefined) continue;
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = plain.replaceAll(/[^\p{L}\p{N}_\- ]/gu, '').replaceAll(' ', '-');
    let name = anchor;
    for (let count = 1; anchors.has(name); count += 1) name = `${anchor}-${count}`;
    anchors.add(name);
  }
  return anchors;
}

interface AnchorLink {
  readonly line: number;
  /** Relative path of the page; empty for the page itself. */
  readonly target: string;
  readonly anchor: string;
}

/** Links to other sites are left out. */
function linksOf(page: string): readonly AnchorLink[] {
  return proseOf(page).flatMap(({ line, text }) =>
    [...text.replaceAll(/`[^`]*`/g, '').matchAll(/\]\(([^)\s#]*)#([^)\s]+)\)/g)]
      .map(([, target = '', anchor = '']) => ({ line, target, anchor }))
      .filter(({ target }) => !/^[a-z]+:/.test(target)),
  );
}

/** Returns the lines outside fenced blocks, with their numbers from 1. */
function proseOf(page: string): readonly { readonly line: number; readonly text: string }[] {
  let isFenced = false;
  return page.split('\n').flatMap((text, index) => {
    const isFence = /^\s*(```|~~~)/.test(text);
    if (isFence) isFenced = !isFenced;
    return isFence || isFenced ? [] : [{ line: index + 1, text }];
  });
}
