/** Requests a code for a page that embeds Foyer, without a screen and without the contract's schemas. */

import type { Platform } from '@foyer/contract/platforms'
import type { createCode } from '@foyer/contract/routes/handover'
import { tokenScheme } from '@foyer/contract/shared-values'
import { postWithoutSchemas, type Reply } from '../api/post-without-schemas.ts'
import { filled } from '../api/shape.ts'
import { own } from '../api/storage/browser-storage.ts'
import { codeRequest } from './code-request.ts'
import { endsSoon, renewTokens } from './refresh.ts'
import { readStoredAuth } from './stored-auth.ts'

const path: typeof createCode.path = '/api/auth/codes'

/**
 * Returns a code for the embedding page at `origin`, and null for every reason not to have one: nobody is signed in, or the
 * service refuses or does not answer. Tokens that expire soon or are refused are renewed once, without a reload.
 */
export async function silentCode(
  platform: Platform,
  origin: string,
  search: URLSearchParams,
  signal: AbortSignal,
): Promise<string | null> {
  const auth = readStoredAuth(platform)
  if (!auth) return null
  const body = codeRequest({ platform, search }, { redirectUrl: origin, delivery: 'silent' })
  const early = endsSoon(auth.accessToken) ? await renewTokens(platform, auth.accessToken) : null
  const reply = await ask()
  if (reply?.status !== 401 || early === 'renewed') return codeOf(reply)
  const renewal = await renewTokens(platform, readStoredAuth(platform)?.accessToken)
  return renewal === 'renewed' ? codeOf(await ask()) : null

  async function ask(): Promise<Reply | null> {
    const accessToken = readStoredAuth(platform)?.accessToken
    if (!accessToken || signal.aborted) return null
    return postWithoutSchemas(path, { body, authorization: `${tokenScheme} ${accessToken}`, signal })
  }
}

function codeOf(reply: Reply | null): string | null {
  const code = own(reply?.data, 'code')
  return reply?.status === 200 && filled(code) ? (code as string) : null
}
