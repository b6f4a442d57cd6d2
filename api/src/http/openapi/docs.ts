/** `/docs`: this API as a page to read and try, all of it from this host. */
import Fastify, { type FastifyInstance } from 'fastify'
import { pageHeaders } from '../security-headers.ts'
import { docsStyle } from './docs-style.ts'

/** Swagger UI writes style attributes and HTML strings: this page alone allows them. */
const headers = pageHeaders({
  type: 'plain',
  scriptHashes: [],
  styleHashes: ["'unsafe-inline'"],
  hasTrustedTypes: false,
  mediaOrigin: null,
  captchaSources: null,
  frameOrigins: [],
})

/** The book of the pages, without a family's colour. */
const page = 'M15 10.6C12.4 8.9 9.6 8.4 7 8.8v12.4c2.6-.4 5.4.1 8 1.8z'
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="#fff"><rect width="32" height="32" rx="9" fill="#3b4151"/><path d="${page}"/><path d="${page}" transform="matrix(-1 0 0 1 32 0)" opacity=".62"/></svg>`

/** The library is loaded when somebody opens the page: no start waits for it. */
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

/** The library's page leaves the width to chance. */
function fitForPhones(html: string): string {
  return html.replace('<head>', '<head>\n<meta name="viewport" content="width=device-width">')
}
