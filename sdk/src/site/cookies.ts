/** Reads and writes the cookies of a site. */
import { transactionSeconds } from '../transaction.ts'

type CookieName = 'session' | 'transaction' | 'restart'

export type Cookies = {
  read(header: string | null, name: CookieName): string | undefined
  keep(name: CookieName, value: string): string
  drop(name: CookieName): string
}

type CookieOptions = { origin: string; basePath: string; prefix: string; sessionSeconds: number }

const restartSeconds = 60

/**
 * Makes cookies that scripts cannot read and that POSTs from other sites do not send. They are Lax, because the return
 * from Foyer is a navigation from another site. Over https they are Secure and named `__Host-`, so that no sibling
 * domain can set them.
 */
export function createCookies({ origin, basePath, prefix, sessionSeconds }: CookieOptions): Cookies {
  const isSecure = origin.startsWith('https:')
  const seconds = { session: sessionSeconds, transaction: transactionSeconds, restart: restartSeconds }

  function nameOf(name: CookieName): string {
    const plain = name === 'session' ? prefix : `${prefix}_${name}`
    return isSecure ? `__Host-${plain}` : plain
  }

  function line(name: CookieName, value: string, maxAge: number): string {
    // `__Host-` requires the path '/'.
    const path = isSecure || name === 'session' ? '/' : basePath
    const secure = isSecure ? '; Secure' : ''
    return `${nameOf(name)}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`
  }

  return {
    read: (header, name) => readCookie(header, nameOf(name)),
    keep: (name, value) => line(name, value, seconds[name]),
    drop: (name) => line(name, '', 0),
  }
}

/** Returns the first cookie of this name; browsers send the cookie with the longest path first (RFC 6265 §5.4). */
function readCookie(header: string | null, wanted: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [name = '', ...value] = pair.split('=')
    if (name.trim() === wanted) return value.join('=').trim()
  }
  return undefined
}
