/** Builds the body of a request for a code: the code's target, and from the page's query the PKCE challenge (RFC 7636) and the assurance. */
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
  const asksTwo = search.get('acr_values') === '2'
  return {
    platform,
    ...target,
    ...(codeChallenge && { codeChallenge }),
    ...(asksTwo && { assurance: 2 }),
  }
}
