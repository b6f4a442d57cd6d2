/** Registers routes. One with an upload takes multipart/form-data and nothing else; every other takes JSON alone. */
import type { Route } from '@foyer/contract/routes/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file: it may take longer than JSON (connection/slow-bodies.ts). */
    isUpload?: boolean
  }
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

export function addRoute(app: FastifyInstance, route: Route, handler: Answer): void {
  const { method, path, upload } = route
  if (!upload) {
    // A route that names a limit counts its requests in the database.
    const isStored = route.cacheSeconds !== undefined && route.limit === undefined
    app.route({ method, url: path, handler, config: { isStored } })
    return
  }
  // The parsers of a scope are its own.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The handler reads the body, once it knows that the caller may send it.
    scope.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
    scope.route({ method, url: path, handler, config: { isUpload: true } })
  })
}
