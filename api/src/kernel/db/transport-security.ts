/** Decides whether an attacker on the network could read or change the database connection. */
import { isIPv4 } from 'node:net'
import pg from 'pg'

/** Modes that are weaker in libpq. The driver treats them as verify-full today, and warns that this will change. */
const readAsVerifyFull = ['prefer', 'require', 'verify-ca']

/**
 * Replaces an `sslmode` that the driver treats as `verify-full` today with `verify-full`, so that updates cannot weaken
 * it.
 */
export function withVerifiedTls(databaseUrl: string): string {
  const url = URL.parse(databaseUrl)
  const mode = url?.searchParams.get('sslmode') ?? ''
  if (!url || !readAsVerifyFull.includes(mode) || url.searchParams.has('uselibpqcompat')) return databaseUrl
  url.searchParams.set('sslmode', 'verify-full')
  return url.href
}

type DatabaseTransport = {
  /** The host that the driver connects to, or the folder of a Unix socket. */
  host: string
  /** True for this machine, and for TLS that checks the certificate against the host name. */
  isSafe: boolean
}

/**
 * Asks the driver, because query parameters and the environment can change both host and TLS mode. Returns null if a
 * certificate file in the URL cannot be read.
 */
export function databaseTransport(databaseUrl: string): DatabaseTransport | null {
  try {
    const { host, ssl } = new pg.Client({ connectionString: databaseUrl }) as pg.Client & { ssl: Tls }
    return { host, isSafe: isThisMachine(host) || isVerified(ssl) }
  } catch {
    return null
  }
}

/**
 * Returns the name and server of the database as the driver reads them, never the password: 'foyer at
 * db.example.com:5432'.
 */
export function databaseNameOf(databaseUrl: string): string {
  const { host, port, database } = new pg.Client({ connectionString: databaseUrl })
  return `${database} at ${host.startsWith('/') ? host : `${host}:${port}`}`
}

type Tls = boolean | { rejectUnauthorized?: boolean; checkServerIdentity?: unknown }

function isVerified(tls: Tls): boolean {
  if (typeof tls !== 'object') return tls === true
  return tls.rejectUnauthorized !== false && tls.checkServerIdentity === undefined
}

function isThisMachine(host: string): boolean {
  const isLoopback = host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))
  return isLoopback || host.startsWith('/')
}
