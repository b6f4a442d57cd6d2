/** Serves /docs, a page to read and try the API, with all its files from this host. */
import Fastify, { type FastifyInstance } from 'fastify'
import { pageHeaders } from '../security-headers.ts'
import { docsStyle } from './docs-style.ts'

/** Allows inline styles and HTML strings on this page only, because Swagger UI writes them. */
const headers = pageHeaders({
  type: 'plain',
  scriptHashes: [],
  styleHashes: ["'unsafe-inline'"],
  hasTrustedTypes: false,
  mediaOrigin: null,
  captchaSources: null,
  frameOrigins: [],
})

/** The book icon of the pages, without the colour of a product family. */
const page = 'M15 10.6C12.4 8.9 9.6 8.4 7 8.8v12.4c2.6-.4 5.4.1 8 1.8z'
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="#fff"><rect width="32" height="32" rx="9" fill="#3b4151"/><path d="${page}"/><path d="${page}" transform="matrix(-1 0 0 1 32 0)" opacity=".62"/></svg>`

/** Loads Swagger UI at the first request for the page, so that the start does not wait for it. */
export function serveDocs(app: FastifyInstance, document: object): void {
  let opening: Promise<FastifyInstance> | undefined
  app.addHook('onClose', async () => (await opening?.catch(() => null))?.close())
  for (const url of ['/docs', '/docs/*'])
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: async (request, reply) => {
        opening ??= openDocs(document)
        const docs = await opening
        reply.hijack().headers(headers)
        for (const [name, value] of Object.entries(reply.getHeaders()))
          if (value !== undefined) reply.raw.setHeader(name, value)
        docs.routing(request.raw, reply.raw)
      },
    })
}

async function openDocs(document: object): Promise<FastifyInstance> {
  const { default: swagger } = await import('@fastify/swagger')
  const { default: swaggerUi } = await import('@fastify/swagger-ui')
  const docs = Fastify()
  docs.setNotFoundHandler((_request, reply) => reply.code(404).send())
  docs.addHook('onSend', async (_request, reply, payload) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
    return isPage && typeof payload === 'string' ? fitForPhones(payload) : payload
  })
  await docs.register(swagger, { mode: 'static', specification: { document: document as never } })
  await docs.register(swaggerUi, {
    routePrefix: '/docs',
    theme: {
      title: 'Foyer API',
      css: [{ filename: 'foyer.css', content: docsStyle }],
      favicon: [{ filename: 'icon.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: icon }],
    },
    uiConfig: {
      layout: 'BaseLayout',
      docExpansion: 'list',
      defaultModelsExpandDepth: -1,
      displayRequestDuration: true,
    },
  })
  await docs.ready()
  return docs
}

/** Adds the viewport that Swagger UI's page lacks. */
function fitForPhones(html: string): string {
  return html.replace('<head>', '<head>\n<meta name="viewport" content="width=device-width">')
}
