/** Sends a request and tells how much of it is sent, which `fetch` cannot. */

/** `onProgress` is called with a share from 0 to 1. Rejects without a complete answer, like `fetch`. */
export function fetchWithProgress(
  onProgress: (share: number) => void,
): (url: string, init: RequestInit) => Promise<Response> {
  return (url, { method = 'GET', headers, body, credentials, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, url)
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.withCredentials = credentials === 'include'
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
      request.onload = () => {
        const { status, responseText } = request
        const text = status === 204 ? null : responseText
        resolve(new Response(text, { status, headers: headersIn(request.getAllResponseHeaders()) }))
      }
      request.onerror = () => reject(new TypeError('The request failed'))
      request.onabort = () => reject(signal?.reason)
      signal?.addEventListener('abort', () => request.abort(), { once: true })
      request.send(body as XMLHttpRequestBodyInit | null)
    })
}

function headersIn(lines: string): Headers {
  const headers = new Headers()
  for (const line of lines.trim().split(/\r?\n/)) {
    const end = line.indexOf(':')
    if (end > 0) headers.append(line.slice(0, end), line.slice(end + 1).trim())
  }
  return headers
}
