/** Declares the problems that users may meet, and makes a plain page for each. */
export type ProblemKind =
  /** The browser stores no cookies. */
  | 'cookies-blocked'
  /** The sign-in took too long or began elsewhere, and a second attempt failed too. */
  | 'not-finished'
  /** The site asked for two factors, and the session has one. */
  | 'one-factor'
  /** Foyer does not answer. */
  | 'unavailable'
  /** The session of this site has ended, but Foyer's own could not be reached. */
  | 'signed-out-here'
  /** Another site's page requested the sign-out. */
  | 'refused'
  /** The configuration of this site and Foyer do not match; `error` explains the fault. */
  | 'failed'

export type Problem = {
  kind: ProblemKind
  /** The status of the answer. */
  status: number
  /** The page that the link opens: another attempt, or the home page. */
  href: string
  /** The code of the `FoyerError`; undefined for another error. */
  code?: string
  error?: unknown
}

const sentences: Record<ProblemKind, readonly [title: string, sentence: string, link: string]> = {
  'cookies-blocked': [
    'Please allow cookies',
    'Signing in needs one cookie, and your browser blocks it. Allow cookies for this site, then try again.',
    'Try again',
  ],
  'not-finished': [
    'That sign-in did not finish',
    'It took too long, or it was started in another window. Your account is fine. Please sign in again.',
    'Sign in again',
  ],
  'one-factor': [
    'This page needs a second step',
    'You’re signed in, but without a second step. Give it, and the page opens.',
    'Try again',
  ],
  unavailable: [
    'Sign-in is taking a break',
    'We can’t reach the sign-in service right now. Please wait a moment, then try again.',
    'Try again',
  ],
  'signed-out-here': [
    'You are signed out here',
    'We couldn’t reach the sign-in service, so you may still be signed in there.',
    'Go home',
  ],
  refused: [
    'You’re still signed in',
    'You can sign out only on one of our own pages. You’re still signed in.',
    'Go home',
  ],
  failed: [
    'That didn’t work',
    'This site and its sign-in service don’t work together right now. Please try again later.',
    'Go home',
  ],
}

export function defaultProblemPage({ kind, status, href, code }: Problem): Response {
  const [title, sentence, link] = sentences[kind]
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<h1>${title}</h1>
<p>${sentence}${code ? ` (${escaped(code)})` : ''}</p>
<p><a href="${escaped(href)}">${link}</a></p>
`
  return new Response(page, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      ...(status === 503 && { 'retry-after': '5' }),
    },
  })
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
