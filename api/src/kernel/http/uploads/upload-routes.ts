/** Registers routes. An upload route accepts only multipart/form-data; every other route accepts only JSON. */
import type { Route } from '@foyer/contract/routes/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for uploads, which may take longer than JSON (connection/slow-bodies.ts). */
    isUpload?: boolean
  }
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

export function addRoute(app: FastifyInstance, route: Route, handler: Answer): void {
  const { method, path, upload } = route
  if (!upload) {
    // A cached route that has its own limit is counted in the database, like other routes.
    const isStored = route.cacheSeconds !== undefined && route.limit === undefined
    app.route({ method, url: path, handler, config: { isStored } })
    return
  }
  // Content-type parsers added inside a scope apply to that scope only.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The handler reads the body, after it has checked that the caller may send it.
    scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
    scope.route({ method, url: path, handler, config: { isUpload: true } })
  })
}
