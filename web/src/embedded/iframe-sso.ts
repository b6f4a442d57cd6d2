/**
 * Answers the embedding page once with a code for the signed-in user, or with null (product 2.5). The answer arrives within
 * `answerWithinMs`. Null also means that storage is partitioned or blocked, or that the service refuses or does not answer.
 */
import type { Platform } from '@foyer/contract/platforms'
import type { createCode } from '@foyer/contract/routes/handover'
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
  if (!isFramed || origin === null) return
  listenForLogout(platform, site, () => {})
  const signal = AbortSignal.timeout(answerWithinMs)
  const tooLate = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null)))
  const code = await Promise.race([silentCode(platform, origin, search, signal).catch(() => null), tooLate])
  tellParent<'code'>(page, { type: 'foyer:code', code, platform })
}

/** Returns a code, or null if no user is signed in or the service refuses or does not answer. */
async function silentCode(
  platform: Platform,
  origin: string,
  search: URLSearchParams,
  signal: AbortSignal,
): Promise<string | null> {
  const body = codeRequest({ platform, search }, { redirectUrl: origin, delivery: 'silent' })
  const { answer: reply } = await withTokens(
    platform,
    (accessToken) => send({ method: 'POST', path }, { body }, { accessToken, signal }),
    (refused) => refused?.status === 401,
  )
  const code = own(reply?.data, 'code')
  return reply?.status === 200 && filled(code) ? String(code) : null
}

await answer()
