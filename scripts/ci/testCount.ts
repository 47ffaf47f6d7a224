/** The counted parts of Vitest's JSON report. */
interface Report {
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/** Returns the closing line of the CI run: `<n> passed, <n> failed`, over all reports. */
export function countLine(reports: readonly Report[]): string {
  const files = reports.flatMap((report) => report.testResults);
  const tests = files.flatMap((file) => file.assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const failed = tests.filter(({ status }) => status === 'failed').length;
  // A file that cannot be loaded fails without a failing test.
  const broken = files.filter(({ status, assertionResults }) => {
    return status === 'failed' && !assertionResults.some((one) => one.status === 'failed');
  }).length;
  return `${passed} passed, ${failed + broken} failed`;
}
