/** The settings of Patroni and HAProxy, in the form that docs/scaling.md recommends. */
import { join } from 'node:path'
import { testPorts } from '../../../e2e/ports.ts'

const ports = testPorts.cluster

/** The ports of 127.0.0.1 by which a node reaches etcd, and by which the other nodes reach the node. */
export type Links = { etcd: number; postgres: number; patroni: number }

type NodeSettings = {
  name: string
  address: string
  home: string
  links: Links
  passwords: { superuser: string; replication: string }
}

export function patroniSettings({ name, address, home, links, passwords }: NodeSettings): object {
  return {
    scope: 'foyer',
    name,
    log: { level: 'INFO' },
    restapi: {
      listen: `${address}:${ports.patroni}`,
      connect_address: `127.0.0.1:${links.patroni}`,
    },
    // Proxies are not asked for the cluster's members, so that a cut reaches every request of the node.
    etcd3: { hosts: [`127.0.0.1:${links.etcd}`], use_proxies: true },
    bootstrap: {
      dcs: {
        // Patroni accepts no shorter time to live. It must cover loop_wait and two retries.
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 5,
        // A crashed Postgres is replaced at once, instead of after a restart that may take minutes.
        master_start_timeout: 0,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 100, synchronous_commit: 'on', wal_log_hints: 'on' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${address}:${ports.postgres}`,
      connect_address: `127.0.0.1:${links.postgres}`,
      data_dir: join(home, 'data'),
      bin_dir: '/usr/lib/postgresql/15/bin',
      pgpass: join(home, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password: passwords.superuser },
        replication: { username: 'replicator', password: passwords.replication },
      },
      parameters: { unix_socket_directories: home, logging_collector: 'off' },
      pg_hba: [
        'local all all scram-sha-256',
        'host all all 127.0.0.0/8 scram-sha-256',
        'host replication replicator 127.0.0.0/8 scram-sha-256',
      ],
    },
  }
}

type ProxySettings = {
  home: string
  nodes: readonly { name: string; address: string }[]
  copies: readonly number[]
}

export function haproxySettings({ home, nodes, copies }: ProxySettings): string {
  const servers = nodes.map(
    ({ name, address }) =>
      `  server ${name} ${address}:${ports.postgres} check addr ${address} port ${ports.patroni}`,
  )
  const database = (name: string, port: number, path: string) => [
    `listen ${name}`,
    `  bind ${home}:${port}`,
    `  option httpchk OPTIONS ${path}`,
    '  http-check expect status 200',
    // Connections to a node that is no longer the leader are closed at once.
    '  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
    ...servers,
  ]
  return [
    'global',
    '  maxconn 2000',
    'defaults',
    '  mode tcp',
    '  timeout connect 1s',
    '  timeout check 1s',
    '  timeout client 30m',
    '  timeout server 30m',
    ...database('database', ports.database, '/primary'),
    ...database('replicas', ports.replicas, '/replica'),
    'listen accounts',
    '  mode http',
    `  bind ${home}:${ports.accounts}`,
    '  timeout client 65s',
    '  timeout server 65s',
    '  option httpchk GET /health/ready',
    '  http-check expect status 200',
    '  default-server inter 500ms fall 2 rise 1',
    // Only a connection that was never opened is tried again; a sent request is not.
    '  retries 1',
    '  option redispatch',
    '  retry-on conn-failure',
    ...copies.map((port) => `  server copy${port} 127.0.0.1:${port} check`),
    '',
  ].join('\n')
}
