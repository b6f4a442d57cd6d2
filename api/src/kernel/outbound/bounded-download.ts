/**
 * Fetches a file from another company's server, with limits on time, size and redirects, and only from addresses that it may
 * reach.
 */
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { readUpTo, TooLargeError } from './bounded-call.ts'
import { type AddressRule, guardedLookup, literalAddress, PrivateAddressError } from './public-addresses.ts'

type Download = {
  url: URL
  /** Returns whether a URL may be called; called for the first URL and for each redirect. */
  mayCall(url: URL): boolean
  /** The addresses that may be reached; null for any, as for stand-ins on this machine. */
  mayReach: AddressRule | null
  accept: string
  maxBytes: number
  /** Aborts the download; the caller sets the time limit. */
  signal: AbortSignal
}

/** The message is for logs and contains nothing of the URL or the answer. */
export class DownloadError extends Error {
  /** True if the file exceeds a limit; false if the server did not send it. */
  readonly isRefusal: boolean

  constructor(message: string, { isRefusal = false } = {}) {
    super(message)
    this.isRefusal = isRefusal
  }
}

const mostRedirects = 2

/**
 * Downloads a file. Throws DownloadError if the network fails, the time is over, or the answer is not a file within the
 * limits.
 */
export async function boundedDownload(download: Download): Promise<Buffer> {
  let { url } = download
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    if (!download.mayCall(url)) throw new DownloadError('host not allowed', { isRefusal: true })
    // A host name is checked when it is resolved; an IP address in the URL is never resolved.
    const address = literalAddress(url.href)
    if (address !== null && download.mayReach?.(address) === false)
      throw new DownloadError('private address', { isRefusal: true })
    const answer = await ask({ ...download, url }).catch((error) => fail(error, download.signal))
    const { statusCode: status = 0, headers } = answer
    if (status === 200)
      return readUpTo(download.maxBytes, answer).catch((error) => fail(error, download.signal))
    answer.destroy()
    const target = status >= 300 && status < 400 ? URL.parse(headers.location ?? '', url.href) : null
    if (!target) throw new DownloadError(`answered ${status}`)
    url = target
  }
  throw new DownloadError('too many redirects', { isRefusal: true })
}

function ask({ url, mayReach, accept, signal }: Download): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    request(url, {
      // Opens a new connection for each call and closes it afterwards.
      agent: false,
      headers: { accept, 'accept-encoding': 'identity' },
      signal,
      ...(mayReach && { lookup: guardedLookup(mayReach) }),
    })
      .on('response', resolve)
      .on('error', reject)
      .end()
  })
}

function fail(error: Error & { code?: string }, signal: AbortSignal): never {
  if (error instanceof DownloadError) throw error
  if (error instanceof TooLargeError) throw new DownloadError('too large', { isRefusal: true })
  if (error instanceof PrivateAddressError) throw new DownloadError('private address', { isRefusal: true })
  if (signal.aborted) throw new DownloadError('no answer in time')
  throw new DownloadError(error.code ?? 'connection failed')
}
