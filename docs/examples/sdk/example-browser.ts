/** Plays the browser of a user who is signed in at Foyer; the pages of Foyer are replaced by the calls that they send. */
import assert from 'node:assert/strict'
import { createVisit } from '../test-processes.ts'

type Mint = (redirectUrl: string, codeChallenge: string) => Promise<string>
type Called = { user?: { uuid: string } | null; url?: string; codeChallenge?: string; error?: string }

export function createBrowser(origin: string, mint: Mint) {
  const visit = createVisit(origin)

  /** Follows a redirect to Foyer and back, and returns the path that the callback leads to. */
  async function signIn(path: string): Promise<string> {
    const { searchParams } = new URL((await visit(path)).location)
    const redirectUrl = searchParams.get('redirect-url') ?? ''
    const back = new URL(redirectUrl)
    back.searchParams.set('code', await mint(redirectUrl, searchParams.get('code_challenge') ?? ''))
    const { status, location, text } = await visit(back.href)
    assert.equal(status, 303, text)
    return location
  }

  /** Sends a request as the browser part of the SDK does. */
  async function call(path: string, method: 'GET' | 'POST', body: object = {}): Promise<Called> {
    const headers = { origin, accept: 'application/json', 'content-type': 'application/json' }
    const init = { method, headers, ...(method === 'POST' && { body: JSON.stringify(body) }) }
    const { status, text } = await visit(path, init)
    assert.equal(status, 200, text)
    return JSON.parse(text) as Called
  }

  async function signInInPage(): Promise<Called> {
    const { codeChallenge = '' } = await call('/foyer/begin', 'POST')
    return call('/foyer/finish', 'POST', { code: await mint(origin, codeChallenge) })
  }

  /** Sends a logout token as Foyer's server does. */
  async function report(token: string): Promise<number> {
    const body = new URLSearchParams({ logout_token: token })
    const response = await fetch(`${origin}/foyer/back-channel-logout`, { method: 'POST', body })
    return response.status
  }
  return { visit, signIn, call, signInInPage, report }
}
