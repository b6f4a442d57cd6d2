/** Sends a stored page, compressed where the browser accepts it, and 304 to a browser that has it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StoredPage } from './page-store.ts'

export async function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  page: StoredPage,
): Promise<FastifyReply> {
  const isBrotli = acceptsBrotli(request.headers['accept-encoding'])
  const tag = `"${page.tag}${isBrotli ? '-br' : ''}"`
  reply.headers({ vary: 'Accept-Encoding', etag: tag })
  if (reply.statusCode === 200 && request.headers['if-none-match'] === tag) return reply.code(304).send()
  if (isBrotli) reply.header('content-encoding', 'br')
  return reply.type('text/html; charset=utf-8').send(isBrotli ? await page.brotli() : page.bytes)
}

/** Recognises `br` with a weight above zero (RFC 9110 §12.5.3). */
function acceptsBrotli(header: string | string[] | undefined): boolean {
  return String(header ?? '')
    .split(',')
    .some((coding) => {
      const [name, ...parameters] = coding.split(';').map((part) => part.trim())
      return name === 'br' && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    })
}
