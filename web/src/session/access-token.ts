/** What the browser reads of an access token. It verifies nothing: that is for those who accept the token. */
import { own, parseJson } from '../api/storage/browser-storage.ts'

/** When the token ends; null where it does not say so readably. */
export function expiresAtMs(accessToken: string): number | null {
  const payload = accessToken.split('.')[1] ?? ''
  try {
    const exp = own(parseJson(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))), 'exp')
    return typeof exp === 'number' ? exp * 1000 : null
  } catch {
    return null
  }
}
