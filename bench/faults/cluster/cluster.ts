/**
 * Runs a Postgres cluster of three nodes with Debian's packages: Patroni elects the leader in etcd, replication is
 * synchronous, and HAProxy sends connections to the leader. Each node has a loopback address of its own.
 */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { testPorts } from '../../../e2e/ports.ts'
import { NotTried } from '../fault.ts'
import { type FaultProxy, openFaultProxy } from '../installation/fault-proxy.ts'
import { haproxySettings, type Links, patroniSettings } from './cluster-settings.ts'
import { type Program, startProgram } from './program.ts'

/** The Debian packages of the cluster; `npm run test:all` installs them where it may. */
export const clusterPackages = ['patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'postgresql-15']

const programs = {
  patroni: '/usr/bin/patroni',
  etcd: '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  postgres: '/usr/lib/postgresql/15/bin/postgres',
}

type Member = { name: string; role: string; state: string }

export type Node = {
  name: string
  address: string
  /** Kills Patroni and Postgres at once, as a power failure does. */
  kill(): void
  /** Kills the postmaster only; Patroni notices and decides. */
  killPostgres(): void
  start(): void
  /** Cuts the network between this node and the others, and to etcd, or mends it. Clients still reach the node. */
  isolate(isCut: boolean): void
  /** The URL of this node's own Postgres, by which clients bypass HAProxy. */
  url: string
}

export type Cluster = AsyncDisposable & {
  /** The URL of the leader, by way of HAProxy. */
  url: string
  /** The URL of the standbys, by way of HAProxy. */
  replicaUrl: string
  /** The front proxy of the two copies of the service. */
  frontUrl: string
  nodes: readonly Node[]
  leader(): Promise<Node>
  /** Asks Patroni to hand the leadership over; resolves when Patroni has answered. */
  switchOver(): Promise<void>
  /** Waits until all three nodes run and one is a synchronous standby. */
  waitUntilComplete(limitMs?: number): Promise<void>
  /** The end of what Patroni, etcd and HAProxy wrote. */
  output(): string
}

/** Starts the cluster. `copies` are the ports of the service's copies, which HAProxy serves at `frontUrl`. */
export async function startCluster(copies: readonly number[]): Promise<Cluster> {
  const missing = Object.entries(programs).filter(([, path]) => !existsSync(path))
  if (missing.length > 0)
    throw new NotTried(
      `${missing.map(([name]) => name).join(', ')} missing: install Debian's ${clusterPackages.join(' ')}`,
    )
  const owner = unprivileged()
  const folder = mkdtempSync(join(tmpdir(), 'foyer-cluster-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const passwords = {
    superuser: randomBytes(18).toString('hex'),
    replication: randomBytes(18).toString('hex'),
  }
  const ports = testPorts.cluster
  const home = '127.0.31.10'
  const url = (address: string, port: number) =>
    `postgres://postgres:${passwords.superuser}@${address}:${port}/postgres`

  const started: Program[] = []
  const run = (program: string, args: readonly string[]) => {
    const running = startProgram(program, args, { ...owner, cwd: folder })
    started.push(running)
    return running
  }
  const proxies: FaultProxy[] = []
  const nodes: Node[] = []
  const cluster: Cluster = {
    url: url(home, ports.database),
    replicaUrl: url(home, ports.replicas),
    frontUrl: `http://${home}:${ports.accounts}`,
    nodes,
    async leader() {
      for (const startedAt = performance.now(); performance.now() - startedAt < 60_000; await sleep(100)) {
        const found = await leaderOf(nodes)
        if (found) return found
      }
      throw new Error(`The cluster has no leader: ${cluster.output()}`)
    },
    async switchOver() {
      const { name, address } = await cluster.leader()
      const answer = await fetch(`http://${address}:${ports.patroni}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: name }),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`Patroni refused the switchover: ${answer.status} ${text}`)
    },
    async waitUntilComplete(limitMs = 120_000) {
      for (const startedAt = performance.now(); performance.now() - startedAt < limitMs; await sleep(200))
        if (isComplete(await membersOf(nodes))) return
      throw new Error(
        `The cluster is incomplete: ${JSON.stringify(await membersOf(nodes))} ${cluster.output()}`,
      )
    },
    output: () => started.map((program) => program.output().slice(-1_500)).join('\n'),
    async [Symbol.asyncDispose]() {
      for (const node of nodes) node.kill()
      await Promise.all(started.map((program) => program.stop()))
      await Promise.all(proxies.map((proxy) => proxy.close()))
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }

  try {
    run(programs.etcd, [
      ...['--data-dir', join(folder, 'etcd'), '--log-level', 'warn', '--logger', 'zap'],
      ...['--listen-client-urls', `http://${home}:${ports.etcd}`],
      ...['--advertise-client-urls', `http://${home}:${ports.etcd}`],
      ...['--listen-peer-urls', `http://${home}:${ports.etcdPeer}`],
      ...['--initial-advertise-peer-urls', `http://${home}:${ports.etcdPeer}`],
      ...['--initial-cluster', `default=http://${home}:${ports.etcdPeer}`],
    ])
    for (const number of [1, 2, 3]) {
      const host = addressOf(number)
      const links = {
        etcd: await openFaultProxy({ host: home, port: ports.etcd }),
        postgres: await openFaultProxy({ host, port: ports.postgres }),
        patroni: await openFaultProxy({ host, port: ports.patroni }),
      }
      proxies.push(...Object.values(links))
      nodes.push(openNode(number, links))
    }
    for (const node of nodes) node.start()
    const file = join(folder, 'haproxy.cfg')
    writeFileSync(file, haproxySettings({ home, nodes, copies }))
    run(programs.haproxy, ['-db', '-f', file])
    await cluster.waitUntilComplete()
    return cluster
  } catch (error) {
    await cluster[Symbol.asyncDispose]()
    throw error
  }

  function openNode(number: number, links: Record<keyof Links, FaultProxy>): Node {
    const name = `node${number}`
    const address = addressOf(number)
    const home = join(folder, name)
    mkdirSync(home, { mode: 0o700 })
    if (owner) chownSync(home, owner.uid, owner.gid)
    const file = join(home, 'patroni.json')
    writeFileSync(
      file,
      JSON.stringify(patroniSettings({ name, address, home, links: portsOf(links), passwords })),
    )
    if (owner) chownSync(file, owner.uid, owner.gid)
    let patroni: Program | undefined
    const killPostgres = () => killGroup(postmasterOf(home))
    return {
      name,
      address,
      url: url(address, ports.postgres),
      start() {
        patroni = run(programs.patroni, [file])
      },
      kill() {
        patroni?.kill()
        killPostgres()
      },
      killPostgres,
      isolate(isCut) {
        for (const link of Object.values(links)) link.set({ kind: isCut ? 'reset' : 'none' })
      },
    }
  }
}

function addressOf(number: number): string {
  return `127.0.31.${number}`
}

function portsOf({ etcd, postgres, patroni }: Record<keyof Links, FaultProxy>): Links {
  return { etcd: etcd.port, postgres: postgres.port, patroni: patroni.port }
}

/** Postgres refuses to run as root; Debian's packages bring the user `postgres`. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function postmasterOf(home: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(home, 'data/postmaster.pid'), 'utf8'), 10)
  } catch {
    return undefined
  }
}

/** Kills the postmaster with its session's processes: each backend is a child that notices late. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  const children = () => {
    try {
      return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
        .trim()
        .split('\n')
        .map(Number)
    } catch {
      return []
    }
  }
  for (const each of [pid, ...children()])
    try {
      process.kill(each, 'SIGKILL')
    } catch {
      // It has ended.
    }
}

async function membersOf(nodes: readonly Node[]): Promise<Member[]> {
  for (const { address } of nodes) {
    const answer = await fetch(`http://${address}:${testPorts.cluster.patroni}/cluster`, {
      signal: AbortSignal.timeout(1_000),
    }).catch(() => null)
    const body = await answer?.json().catch(() => null)
    if (body) return (body as { members: Member[] }).members
  }
  return []
}

async function leaderOf(nodes: readonly Node[]): Promise<Node | undefined> {
  const answers = await Promise.all(
    nodes.map(({ address }) =>
      fetch(`http://${address}:${testPorts.cluster.patroni}/primary`, { signal: AbortSignal.timeout(1_000) })
        .then(({ status }) => status === 200)
        .catch(() => false),
    ),
  )
  return nodes[answers.indexOf(true)]
}

function isComplete(members: readonly Member[]): boolean {
  const running = members.filter(({ state }) => ['running', 'streaming'].includes(state))
  const count = (...roles: string[]) => running.filter(({ role }) => roles.includes(role)).length
  return running.length === 3 && count('leader') === 1 && count('sync_standby') >= 1
}
