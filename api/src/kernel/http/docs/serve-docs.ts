/** Serves /docs, where developers read, search and try the API, and /docs/guide, the guide for platforms; no other host. */
import type { FastifyInstance } from 'fastify'
import type { FramedPage } from '../../html/page-frame.ts'
import { type StoredAnswer, sendStored } from '../answers/stored-answer.ts'
import { storePage } from '../pages/page-store.ts'
import { pageHeaders } from '../security-headers.ts'
import { referencePage, scalarPath } from './docs-page.ts'

type Docs = {
  /** Returns the Markdown of the guide. */
  readGuide(): Promise<string>
}
type Stored = { answer: StoredAnswer; headers: Record<string, string> }

export function serveDocs(app: FastifyInstance, { readGuide }: Docs): void {
  serveStored(app, ['/docs', '/docs/'], async () => withHeaders(referencePage(), referencePolicy))
  serveStored(app, ['/docs/guide', '/docs/guide/'], async () =>
    withHeaders((await import('./guide-page.ts')).guidePage(await readGuide())),
  )
  serveStored(app, [scalarPath], async () => {
    const { readScalarScript } = await import('./scalar-script.ts')
    return { answer: await readScalarScript(), headers: { 'cache-control': 'no-cache' } }
  })
  app.get('/docs/json', (_request, reply) => reply.redirect('/openapi.json', 308))
}

/** Makes an answer at the first request, so that the start does not wait, and again after a failure. */
function serveStored(app: FastifyInstance, urls: readonly string[], make: () => Promise<Stored>): void {
  let stored: Promise<Stored> | undefined
  for (const url of urls)
    app.route({
      method: ['GET', 'HEAD'],
      url,
      config: { isStored: true },
      handler: async (request, reply) => {
        stored ??= make().catch((error) => {
          stored = undefined
          throw error
        })
        const { answer, headers } = await stored
        return sendStored(request, reply.headers(headers), answer)
      },
    })
}

function withHeaders(page: FramedPage, policy?: (page: FramedPage) => string): Stored {
  const { scriptHashes, styleHashes } = page
  const headers = pageHeaders({
    type: 'plain',
    scriptHashes,
    styleHashes,
    mediaOrigin: null,
    tokenSyncOrigin: null,
    captchaSources: null,
    frameOrigins: [],
  })
  return {
    answer: storePage(page),
    headers: policy ? { ...headers, 'content-security-policy': policy(page) } : headers,
  }
}

/**
 * Scalar writes style elements, and HTML without Trusted Types. Scripts stay those of this service, without `eval`, and
 * no request goes to another host.
 */
function referencePolicy({ scriptHashes }: FramedPage): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${scriptHashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
