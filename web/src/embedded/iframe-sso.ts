/**
 * Answers a page that frames it with a code for the signed-in user, or null (product 2.5). The answer comes once and in bounded
 * time: null also when storage is partitioned or blocked, and when the service refuses or does not answer.
 */
import { listenForLogout } from '../session/logout-listener.ts'
import { silentCode } from '../session/silent-code.ts'
import { readEmbeddedPage, tellParent } from './embedded-page.ts'

/**
 * Longer than a renewal and a code take on a slow network. The user of the embedding page waits for the answer. Published
 * versions of the SDK give up after 8 s (sdk/src/browser/frame.ts), so this time stays below.
 */
const answerWithinMs = 5_000

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

await answer()
