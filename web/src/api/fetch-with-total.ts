/** Sends a request for a list and reads how long the whole list is, which the answer of `call` does not tell. */
import { own, parseJson } from './storage/browser-storage.ts'

/** `onTotal` is called with the number of entries on all pages. */
export function fetchWithTotal(
  onTotal: (total: number) => void,
): (url: string, init: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const response = await fetch(url, init)
    const total = own(own(parseJson(await response.clone().text()), 'meta'), 'total')
    if (typeof total === 'number') onTotal(total)
    return response
  }
}
