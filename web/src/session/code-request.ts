/** Makes the body of a request for a code: where the code goes, and the PKCE challenge in the query of the page (RFC 7636). */
import type { Platform } from '@foyer/contract/platforms'
import type { createCode } from '@foyer/contract/routes/handover'
import type { Call } from '@foyer/contract/routes/route'

type Body = Call<typeof createCode>['body']

export function codeRequest(
  { platform, search }: { platform: Platform; search: URLSearchParams },
  target: Pick<Body, 'external' | 'redirectUrl' | 'delivery'>,
): Body {
  const isS256 = (search.get('code_challenge_method') ?? 'S256') === 'S256'
  const codeChallenge = isS256 ? search.get('code_challenge') : null
  return { platform, ...target, ...(codeChallenge && { codeChallenge }) }
}
