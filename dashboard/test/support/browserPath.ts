/** A Chromium of the machine. Without it the tests that drive one are skipped. */
export const browserPath = process.env.WINDLASS_TEST_BROWSER || undefined;

/** Message at the start of a run without a browser. */
export const browserReminder =
  browserPath === undefined
    ? 'Tests of the dashboard are skipped: WINDLASS_TEST_BROWSER=<path of Chromium> runs them.'
    : undefined;
