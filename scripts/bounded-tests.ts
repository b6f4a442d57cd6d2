/**
 * Options of Node that end every run of tests: a test, suite or file fails after five minutes, and what a failed test has
 * left open (a server, a child process, a pool) keeps no process from ending.
 */
export const boundedTests = ['--test-timeout=300000', '--test-force-exit']
