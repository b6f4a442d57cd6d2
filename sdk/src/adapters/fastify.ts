/** Turns a site into a Fastify 5 plugin. */
import type { FastifyInstance } from 'fastify'
import { createSite, type SiteOptions } from '../site/site.ts'
import { type RequestFoyer, requestFoyer, toRequest } from './node.ts'

export type { RequestFoyer } from './node.ts'

declare module 'fastify' {
  interface FastifyRequest {
    foyer: RequestFoyer
  }
}

/**
 * Serves the routes below `/foyer` and adds `request.foyer` to all requests of the instance: `app.register(foyer, { …
 * })`.
 * @throws TypeError if an option is wrong.
 */
export async function foyer(app: FastifyInstance, options: SiteOptions): Promise<void> {
  const site = createSite(options)
  app.decorateRequest('foyer')
  app.addHook('onRequest', async (request, reply) => {
    // Fastify parses the body only after this hook.
    const standard = toRequest(request.raw, site.origin)
    request.foyer = requestFoyer(site, standard)
    const answer = standard && (await site.handle(standard))
    if (!answer) return
    reply.code(answer.status)
    for (const [name, value] of answer.headers) if (name !== 'set-cookie') reply.header(name, value)
    for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie)
    return reply.send(Buffer.from(await answer.arrayBuffer()))
  })
}

// The hooks belong to the instance that registers the plugin, not to a context of the plugin's own. Fastify documents this
// property as well as fastify-plugin, which every platform would have to install with the SDK.
Object.assign(foyer, {
  [Symbol.for('skip-override')]: true,
  [Symbol.for('fastify.display-name')]: '@foyer/sdk',
})
