/** Counts the ports of all tests from `TEST_PORT`, so that two checkouts can be tested at once on one machine. */

const firstPort = Number(process.env.TEST_PORT || 4300)
if (!Number.isInteger(firstPort) || firstPort < 1024 || firstPort > 65_000)
  throw new Error('TEST_PORT must be a port from 1024 to 65000.')

/** `npm run size` and the benchmarks use ports from 100 above the first (bench/service/bench-settings.ts). */
export const testPorts = {
  accounts: firstPort,
  collector: firstPort + 2,
  /** Sites that embed or open pages of Foyer: of a platform, and registered for none. */
  parent: firstPort + 3,
  hostile: firstPort + 4,
  demo: firstPort + 10,
  captchaAccounts: firstPort + 20,
  captchaVerify: firstPort + 21,
  startAccounts: firstPort + 30,
  startDemo: firstPort + 40,
  productionCopies: [firstPort + 50, firstPort + 51],
  productionMetrics: [firstPort + 60, firstPort + 61],
} as const
