/**
 * Derives the ports of all tests from `TEST_PORT`, so that two checkouts can be tested on one machine at the same time.
 * Choose values at least 200 apart: `npm run size` and the benchmarks use the ports from 100 above the first
 * (bench/service/bench-settings.ts).
 */

/** Playwright numbers its workers; two of them may each run a test that starts a service. */
const worker = Number(process.env.TEST_PARALLEL_INDEX || 0)

const firstPort = Number(process.env.TEST_PORT || 4300)
if (!Number.isInteger(firstPort) || firstPort < 1024 || firstPort > 65_000)
  throw new Error('TEST_PORT must be a port from 1024 to 65000.')

export const testPorts = {
  accounts: firstPort,
  collector: firstPort + 2,
  /** Sites that embed or open pages of Foyer: a platform's site, a foreign site, and another site of the platform. */
  parent: firstPort + 3,
  hostile: firstPort + 4,
  secondParent: firstPort + 5,
  sister: firstPort + 6,
  /** The demo uses one port per site of its table, fourteen in total (demo/src/sites.ts). */
  demo: firstPort + 10,
  startDemo: firstPort + 30,
  startAccounts: firstPort + 50,
  startStandIns: firstPort + 51,
  captchaAccounts: firstPort + 60 + 2 * worker,
  syncAccounts: firstPort + 61 + 2 * worker,
  productionCopies: [firstPort + 70, firstPort + 71],
  productionMetrics: [firstPort + 80, firstPort + 81],
  /** Google, Facebook and Apple (stand-ins/). */
  standIns: firstPort + 90,
  /** Tests of the demo use one port per site. */
  demoTests: firstPort + 120,
  pythonExample: [firstPort + 140, firstPort + 141, firstPort + 142],
  sdkExamples: [firstPort + 144, firstPort + 145, firstPort + 146, firstPort + 147],
  oidcExamples: [firstPort + 148, firstPort + 149],
  /** The fault tests use forty consecutive ports. */
  faults: firstPort + 150,
  /** The database cluster: its nodes use the same ports on loopback addresses of their own. */
  cluster: {
    postgres: firstPort + 191,
    patroni: firstPort + 192,
    database: firstPort + 193,
    replicas: firstPort + 194,
    accounts: firstPort + 195,
    etcd: firstPort + 196,
    etcdPeer: firstPort + 197,
    pooler: firstPort + 198,
  },
  /** The two copies of the service that use the cluster. */
  clusterCopies: [firstPort + 190, firstPort + 199],
} as const
