import picomatch from 'picomatch';

/** The contract's own limit on one glob. */
const globLengthMax = 200;
/** Maximum length of a path: several times the longest path of the service. */
const pathLengthMax = 1_024;
/** Maximum number of compiled globs kept: far more than the keys in use at once need. */
const compiledMax = 1_000;
/** Maximum number of decisions kept per key: the service has some hundred paths, ids make more. */
const decidedMax = 1_000;

/**
 * The allowed characters of a glob: `*` within one segment, `?` for one character, `**` as a
 * segment of its own. Groups, sets and negations are refused, because access must be readable at a
 * glance.
 */
const globCharacters = /^\/[\w.~:@=,\-/*?]*$/;
const globSegment = /^(?:\*\*|[^*]*\*?[^*]*)$/;
/**
 * Matching backtracks: each further `**` multiplies its time by the path's length, and so would two
 * stars in one segment. Within these limits the longest path takes milliseconds.
 */
const globstarsMax = 2;

/** Returns true when a key may have this glob. */
export function isPathGlob(glob: string): boolean {
  const segments = glob.split('/');
  return (
    glob.length <= globLengthMax &&
    globCharacters.test(glob) &&
    segments.every((segment) => globSegment.test(segment)) &&
    segments.filter((segment) => segment === '**').length <= globstarsMax
  );
}

/** Decides whether globs reach a request path. Caches compiled globs. */
export interface PathMatcher {
  /** @param path The path as sent, without its query; it is decoded here. */
  pathAllowed(globs: readonly string[], path: string): boolean;
}

export function createPathMatcher(): PathMatcher {
  const compiled = new Map<string, (path: string) => boolean>();

  const matcherOf = (glob: string): ((path: string) => boolean) => {
    const known = compiled.get(glob);
    if (known) return known;
    const matcher = compile(glob);
    if (compiled.size >= compiledMax) compiled.clear();
    compiled.set(glob, matcher);
    return matcher;
  };

  const decide = (globs: readonly string[], path: string): boolean => {
    const readings = readingsOf(path);
    return (
      readings !== undefined &&
      // One glob must reach every reading: two that reach one each would prove nothing.
      globs.some((glob) => readings.every((reading) => matcherOf(glob)(reading)))
    );
  };
  /** Decisions, kept as long as the list of globs is in use. */
  const decided = new WeakMap<readonly string[], Map<string, boolean>>();

  return {
    pathAllowed(globs, path) {
      let known = decided.get(globs);
      if (!known) {
        known = new Map();
        decided.set(globs, known);
      }
      const before = known.get(path);
      if (before !== undefined) return before;
      const isAllowed = decide(globs, path);
      if (known.size >= decidedMax) known.clear();
      // Longer ones are refused unread, and not worth caching.
      if (path.length <= pathLengthMax) known.set(path, isAllowed);
      return isAllowed;
    },
  };
}

function compile(glob: string): (path: string) => boolean {
  if (!isPathGlob(glob)) return () => false;
  return picomatch(glob, {
    dot: true,
    nobrace: true,
    nobracket: true,
    noextglob: true,
    nonegate: true,
    windows: false,
  });
}

/**
 * Returns every way to read the path, because the router may leave an encoded slash inside a
 * parameter where another reader would split there. Undefined for a path that no honest client
 * sends: dot segments, empty segments, double encoding, control characters, backslashes.
 */
function readingsOf(path: string): readonly string[] | undefined {
  if (!path.startsWith('/') || path.length > pathLengthMax) return undefined;
  const split = decode(path);
  const kept = decode(path.replaceAll(/%2f/gi, '%252f'));
  if (split === undefined || kept === undefined || !isPlain(split)) return undefined;
  return split === kept ? [split] : [split, kept];
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

function isPlain(path: string): boolean {
  if (/[\p{Cc}\\?#]|%[\da-f]{2}|\/\//iu.test(path)) return false;
  return !path.split('/').some((segment) => segment === '.' || segment === '..');
}
