/**
 * Serves the documentation for developers: /openapi.json, the API document; /docs, to search and try the API;
 * /docs/guide, the guide for platforms. Nothing is loaded from another host.
 */
import { readFile } from 'node:fs/promises'
import { getOpenapi } from '@foyer/contract/routes/operations'
import type { FastifyInstance } from 'fastify'
import { fromRoot } from '../../api/src/from-root.ts'
import type { FramedPage } from '../../api/src/kernel/html/page-frame.ts'
import { type StoredAnswer, sendStored } from '../../api/src/kernel/http/answers/stored-answer.ts'
import type { ApiSection } from '../../api/src/kernel/http/describe-route.ts'
import { storePage } from '../../api/src/kernel/http/pages/page-store.ts'
import { pageHeaders } from '../../api/src/kernel/http/security-headers.ts'
import type { Serve } from '../../api/src/kernel/http/serve.ts'
import { describeApi } from './openapi/describe-api.ts'
import { referencePage, scalarPath } from './site/docs-page.ts'

type ApiDocs = {
  baseUrl: string
  /** The sections that the features provide, in reading order. */
  sections: readonly ApiSection[]
}
type Stored = { answer: StoredAnswer; headers: Record<string, string> }

export function serveApiDocs<Caller, Client>(
  app: FastifyInstance,
  serve: Serve<Caller, Client>,
  { baseUrl, sections }: ApiDocs,
): void {
  let description: ReturnType<typeof describeApi> | undefined
  // Made at the first request, because it takes most of the time in which the routes of the service are created.
  serve(getOpenapi, async () => {
    description ??= describeApi(baseUrl, sections)
    return description
  })
  serveStored(app, ['/docs', '/docs/'], async () => withHeaders(referencePage(), referencePolicy))
  serveStored(app, ['/docs/guide', '/docs/guide/'], async () =>
    withHeaders(
      (await import('./site/guide-page.ts')).guidePage(await readFile(fromRoot('sdk/README.md'), 'utf8')),
    ),
  )
  serveStored(app, [scalarPath], async () => {
    const { readScalarScript } = await import('./site/scalar-script.ts')
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
 * Allows Scalar its style elements, and HTML without Trusted Types. Scripts come only from this service, without
 * `eval`, and no request goes to another host.
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
