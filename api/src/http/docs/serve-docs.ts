/** Serves /docs, a page to read and try the API, and /docs/guide, the guide for platforms, without other hosts. */
import type { FastifyInstance } from 'fastify'
import { sendStored } from '../answers/stored-answer.ts'
import { type StoredPage, storePage } from '../pages/page-store.ts'
import { pageHeaders } from '../security-headers.ts'
import type { ApiDocument } from './api-document.ts'
import type { Release } from './docs-frame.ts'

type Docs = {
  document: object
  release: Release
  /** Returns the Markdown of the guide. */
  readGuide(): Promise<string>
}

export function serveDocs(app: FastifyInstance, { document, release, readGuide }: Docs): void {
  const pages: Record<string, () => Promise<StoredPage>> = {
    '/docs': once(async () => {
      const { referencePage } = await import('./reference-page.ts')
      return storePage(referencePage(document as ApiDocument, release))
    }),
    '/docs/guide': once(async () => {
      const { guidePage } = await import('./guide-page.ts')
      return storePage(guidePage(await readGuide(), release))
    }),
  }
  for (const [path, load] of Object.entries(pages))
    for (const url of [path, `${path}/`])
      app.route({
        method: ['GET', 'HEAD'],
        url,
        config: { isStored: true },
        handler: async (request, reply) => {
          const page = await load()
          return sendStored(request, reply.headers(headersOf(page)), page)
        },
      })
  app.get('/docs/json', (_request, reply) => reply.redirect('/openapi.json', 308))
}

/** Renders at the first request, so that the start does not wait, and again after a failure. */
function once(render: () => Promise<StoredPage>): () => Promise<StoredPage> {
  let page: Promise<StoredPage> | undefined
  return () => {
    page ??= render().catch((error) => {
      page = undefined
      throw error
    })
    return page
  }
}

function headersOf({ scriptHashes, styleHashes }: StoredPage): Record<string, string> {
  return pageHeaders({
    type: 'plain',
    scriptHashes,
    styleHashes,
    mediaOrigin: null,
    tokenSyncOrigin: null,
    captchaSources: null,
    frameOrigins: [],
  })
}
