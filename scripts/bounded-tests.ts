/**
 * Node options of every test run. They end it: a test, suite or file fails after 5 minutes, and a process ends even if a
 * failed test has left a server, child process or pool open.
 */
export const boundedTests = [
  '--test-timeout=300000',
  '--test-force-exit',
  // The test runner watches every promise, and the default space for young objects is too small for that.
  '--max-semi-space-size=64',
  '--min-semi-space-size=16',
]
