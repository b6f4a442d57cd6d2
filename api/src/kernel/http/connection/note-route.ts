/** Stores the route pattern on each request, because Fastify builds `routeOptions` anew at each access. */
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The pattern of the route, such as `/api/sessions/:id`; `none` for an unknown path. */
    routePattern: string
  }
}

export function noteRoute(app: FastifyInstance): void {
  app.decorateRequest('routePattern', 'none')
  app.addHook('onRequest', (request, _reply, done) => {
    request.routePattern = request.routeOptions.url ?? 'none'
    done()
  })
}
