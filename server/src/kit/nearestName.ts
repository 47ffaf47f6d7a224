/** With more changes than this it is a different name, not a typing mistake. */
const changesMaxUsual = 3;

/** Returns the name that was probably meant: the one with the fewest changed letters. */
export function nearestName(
  given: string,
  names: readonly string[],
  changesMax = changesMaxUsual,
): string | undefined {
  let nearest: { readonly name: string; readonly changes: number } | undefined;
  for (const name of names) {
    const changes = changesBetween(given, name);
    if (changes <= changesMax && (!nearest || changes < nearest.changes)) {
      nearest = { name, changes };
    }
  }
  return nearest?.name;
}

/** Returns how many letters were added, left out or changed (Levenshtein distance). */
function changesBetween(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...left].entries()) {
    let diagonal = at;
    let before = at + 1;
    const next = [before];
    for (const [column, other] of [...right].entries()) {
      const above = row[column + 1] ?? 0;
      before = Math.min(above + 1, before + 1, diagonal + (letter === other ? 0 : 1));
      diagonal = above;
      next.push(before);
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
