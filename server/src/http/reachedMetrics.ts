/** A series with the label `account`, at any position among its labels. */
const accountLabel = /^[^#{]+\{(?:[^"}]*"(?:[^"\\]|\\.)*",)*account="((?:[^"\\]|\\.)*)"/;

/**
 * Returns the text without series of accounts that a key does not reach; undefined accounts mean
 * that it reaches all.
 */
export function reachedMetrics(text: string, accountIds: readonly string[] | undefined): string {
  if (accountIds === undefined) return text;
  return text
    .split('\n')
    .filter((line) => {
      const [, account] = accountLabel.exec(line) ?? [];
      return account === undefined || accountIds.includes(account);
    })
    .join('\n');
}
