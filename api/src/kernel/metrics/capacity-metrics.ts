/** Publishes the load of the hashing queue and of the database pool. */
import type { Metrics } from './metrics.ts'

type HashingLoad = { load(): { running: number; waiting: number; refused: number } }
type PoolLoad = { load(): { total: number; idle: number; waiting: number; refused: number } }

export function watchHashing({ gauge, counter }: Metrics, hasher: HashingLoad): void {
  gauge({ name: 'foyer_hash_running', help: 'Password hashes running', read: () => hasher.load().running })
  gauge({
    name: 'foyer_hash_waiting',
    help: 'Password hashes waiting in the queue',
    read: () => hasher.load().waiting,
  })
  counter({
    name: 'foyer_hash_refused_total',
    help: 'Password hashes refused because the queue was full or too slow',
    read: () => hasher.load().refused,
  })
}

export function watchDatabase({ gauge, counter }: Metrics, database: PoolLoad): void {
  gauge({
    name: 'foyer_database_connections',
    help: 'Open connections to the database',
    read: () => database.load().total,
  })
  gauge({
    name: 'foyer_database_connections_idle',
    help: 'Open connections that are idle',
    read: () => database.load().idle,
  })
  gauge({
    name: 'foyer_database_waiting',
    help: 'Statements waiting for a connection',
    read: () => database.load().waiting,
  })
  counter({
    name: 'foyer_database_refused_total',
    help: 'Statements that got no connection in time',
    read: () => database.load().refused,
  })
}
