/** A series that has the label `account`, wherever it stands among its labels. */
const accountLabel = /^[^#{]+\{(?:[^"}]*"(?:[^"\\]|\\.)*",)*account="((?:[^"\\]|\\.)*)"/;

/** The text without series of accounts that a key does not reach; undefined = it reaches all. */
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
