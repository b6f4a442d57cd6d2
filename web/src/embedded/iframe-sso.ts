/**
 * With a redirect URL of this origin, where a sign-in with OpenID Connect goes on without the user (`prompt=none`), goes there
 * with a code, or without one. Otherwise answers the embedding page once with a code for the signed-in user, or with null (product 2.5). The answer arrives within
 * `answerWithinMs`. Null also means that storage is partitioned or blocked, or that the service refuses or does not answer.
 */
import type { Platform } from '@foyer/contract/platforms'
import type { createCode } from '@foyer/contract/routes/handover'
import { trustedUrl } from '@foyer/contract/targets/trusted-origin'
import { send } from '../api/send.ts'
import { filled } from '../api/shape.ts'
import { own } from '../api/storage/browser-storage.ts'
import { codeRequest } from '../session/code-request.ts'
import { listenForLogout } from '../session/logout-listener.ts'
import { withTokens } from '../session/refresh.ts'
import { readEmbeddedPage, tellParent } from './embedded-page.ts'

/**
 * Longer than a token renewal and a code request on a slow network, because the user of the embedding page waits. Shorter
 * than the 8 s after which published SDK versions give up (sdk/src/browser/frame.ts).
 */
const answerWithinMs = 5_000

const path: typeof createCode.path = '/api/auth/codes'

async function answer(): Promise<void> {
  const page = readEmbeddedPage()
  const { platform, site, origin, search, isFramed } = page
  const target = trustedUrl(search.get('redirect-url'), [location.origin])
  if (target && origin === location.origin) {
    const code = await codeInTime(platform, target.href, search)
    if (code !== null) target.searchParams.set('code', code)
    return location.replace(target.href)
  }
  if (!isFramed || origin === null) return
  listenForLogout(platform, site, () => {})
  const code = await codeInTime(platform, origin, search)
  tellParent<'code'>(page, { type: 'foyer:code', code, platform })
}

function codeInTime(
  platform: Platform,
  redirectUrl: string,
  search: URLSearchParams,
): Promise<string | null> {
  const signal = AbortSignal.timeout(answerWithinMs)
  const tooLate = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null)))
  return Promise.race([silentCode(platform, redirectUrl, search, signal).catch(() => null), tooLate])
}

/** Returns a code, or null if no user is signed in or the service refuses or does not answer. */
async function silentCode(
  platform: Platform,
  redirectUrl: string,
  search: URLSearchParams,
  signal: AbortSignal,
): Promise<string | null> {
  const body = codeRequest({ platform, search }, { redirectUrl, delivery: 'silent' })
  const { answer: reply } = await withTokens(
    platform,
    (accessToken) => send({ method: 'POST', path }, { body }, { accessToken, signal }),
    (refused) => refused?.status === 401,
  )
  const code = own(reply?.data, 'code')
  return reply?.status === 200 && filled(code) ? String(code) : null
}

await answer()
