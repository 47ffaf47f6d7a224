/** A Chromium of the machine; without it the tests that drive one are skipped. */
export const browserPath = process.env.WINDLASS_TEST_BROWSER || undefined;

/** What a run without a browser says at its start. */
export const browserReminder =
  browserPath === undefined
    ? 'Tests of the dashboard are skipped: WINDLASS_TEST_BROWSER=<path of Chromium> runs them.'
    : undefined;
