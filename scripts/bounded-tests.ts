/**
 * Node options that end every test run: a test, suite or file fails after 5 minutes, and a process ends even if a
 * failed test has left a server, child process or pool open.
 */
export const boundedTests = ['--test-timeout=300000', '--test-force-exit']
