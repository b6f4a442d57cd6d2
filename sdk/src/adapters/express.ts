/** Turns a site into Express 5 middleware. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createSite, type SiteOptions } from '../site/site.ts'
import { type RequestFoyer, requestFoyer, send, toRequest } from './node.ts'

export type { RequestFoyer } from './node.ts'

declare global {
  namespace Express {
    interface Request {
      foyer: RequestFoyer
    }
  }
}

export type FoyerMiddleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

/**
 * Serves the routes below `/foyer` and adds `request.foyer`. Use it before all middleware that needs the user:
 * `app.use(foyer({ … }))`.
 * @throws TypeError if an option is wrong.
 */
export function foyer(options: SiteOptions): FoyerMiddleware {
  const site = createSite(options)
  return (incoming, response, next) => {
    const request = toRequest(incoming, site.origin)
    Object.assign(incoming, { foyer: requestFoyer(site, request) })
    const answered = request ? site.handle(request) : Promise.resolve(null)
    answered.then((answer) => (answer ? send(answer, response) : next())).catch(next)
  }
}
