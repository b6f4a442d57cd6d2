/** Calls the routes of this site's own server. */
import type { User } from '../session.ts'

/** The error of a failed sign-in or sign-out: `code` is 'no-answer', 'code-invalid', … as in a `FoyerError`. */
export class SignInError extends Error {
  override readonly name = 'SignInError'
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

export type Server = {
  /** Returns the user who is signed in on this site. */
  session(): Promise<User | null>
  begin(): Promise<{ codeChallenge: string; redirectUrl: string }>
  finish(code: string): Promise<User>
  /** Returns the URL of Foyer's logout; null for an external site. */
  signOut(): Promise<string | null>
}

const timeoutMs = 12_000

export function createServer(basePath: string): Server {
  async function call(path: string, method: 'GET' | 'POST', body: unknown = {}) {
    const init: RequestInit = {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    }
    let response: Response
    let answer: Record<string, unknown>
    try {
      response = await fetch(basePath + path, init)
      answer = await response.json()
    } catch {
      throw new SignInError('no-answer')
    }
    if (!response.ok) throw new SignInError(typeof answer.error === 'string' ? answer.error : 'no-answer')
    return answer
  }

  return {
    session: async () => (await call('/session', 'GET')).user as User | null,
    begin: async () => (await call('/begin', 'POST')) as { codeChallenge: string; redirectUrl: string },
    finish: async (code) => (await call('/finish', 'POST', { code })).user as User,
    signOut: async () => (await call('/sign-out', 'POST')).url as string | null,
  }
}
