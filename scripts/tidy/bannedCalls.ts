import { type Family, findUses, type Use } from './globalUses.ts';
import { isScript, isTest, isToolConfig } from './paths.ts';
import type { SourceFile } from './source.ts';
import type { Violation } from './violation.ts';

const advice: Readonly<Record<Family, string>> = {
  time: 'take the time from the injected Clock (kit/clock)',
  timer: 'schedule on the injected Clock (kit/clock)',
  turn: 'yield by the injected Clock or kit/turn',
  chance: 'draw from the injected Random (kit/random)',
  secret: 'draw from the injected Random or Ids (kit/random, kit/ids)',
  environment: 'only config.ts reads the environment; pass the setting in',
  everything: 'write out the one thing used of it, so that this check sees what it is',
};

/**
 * Reports code that uses time, randomness or the environment directly instead of as a parameter.
 */
export function checkBannedCalls(file: SourceFile, uses = findUses(file.root)): Violation[] {
  const banned = bannedIn(file.path);
  return uses
    .filter(({ family }) => banned.has(family))
    .map(({ node, name, family }) => ({
      path: file.path,
      line: file.firstLine(node),
      rule: 'banned-call',
      todo: `${name}: ${advice[family]}`,
    }));
}

const families = Object.keys(advice) as Family[];

function bannedIn(path: string): ReadonlySet<Family> {
  if (path.startsWith('server/src/kit/') || isScript(path) || isToolConfig(path)) return new Set();
  // A test may read the time, yield and create names; it may not sleep or draw random values that
  // another run could not repeat.
  if (isTest(path) || path.endsWith('.test.ts')) return new Set(['timer', 'chance', 'everything']);
  if (path.startsWith('cli/')) return new Set(['chance', 'secret', 'everything']);
  // The client also runs in browsers, which have timers but no process.
  if (path.startsWith('client/')) return new Set(['chance', 'secret', 'environment', 'everything']);
  if (/^server\/src\/(main|inspect|config|backup|restore)\.ts$/.test(path)) {
    return new Set(families.filter((family) => family !== 'environment'));
  }
  return new Set(families);
}

/** Returns the lines that use time, randomness or the environment, allowed or not. */
export function linesReachingOut(file: SourceFile, uses: readonly Use[]): Set<number> {
  return new Set(uses.map(({ node }) => file.firstLine(node)));
}
