import { posix } from 'node:path';
import type { TextFile } from './tree.ts';
import type { Violation } from './violation.ts';

/** Reports relative links of a Markdown page that lead nowhere. */
export function checkLinks(file: TextFile, exists: (path: string) => boolean): Violation[] {
  if (!file.path.endsWith('.md')) return [];
  let isFenced = false;
  return file.text.split('\n').flatMap((line, index) => {
    if (/^\s*(```|~~~)/.test(line)) isFenced = !isFenced;
    if (isFenced) return [];
    const broken = linksOf(line).filter((target) => !leadsSomewhere(file.path, target, exists));
    return broken.map((target) => ({
      path: file.path,
      line: index + 1,
      rule: 'broken-link',
      todo: `${target} does not exist: mend the link`,
    }));
  });
}

/** Finds `[text](target)`, `![text](target "title")` and `[name]: target` outside code spans. */
function linksOf(line: string): string[] {
  const prose = line.replace(/`[^`]*`/g, '');
  const inline = [...prose.matchAll(/\]\(\s*<?([^)\s>]+)/g)].map((match) => match[1]);
  const reference = /^\s*\[[^\]]+\]:\s*(\S+)/.exec(prose)?.[1];
  return [...inline, reference].filter((target) => target !== undefined);
}

function leadsSomewhere(from: string, target: string, exists: (path: string) => boolean): boolean {
  if (/^([a-z][\w+.-]*:|#|\/\/)/i.test(target)) return true;
  const [path = ''] = target.split(/[#?]/);
  const base = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(from), path);
  return exists(posix.normalize(decodeURIComponent(base)).replace(/\/$/, ''));
}
