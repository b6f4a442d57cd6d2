/** Answers 503 to everything except health checks and files until the service is prepared. */
import { errorSentence } from '@foyer/contract/errors'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../failure.ts'

const retryAfterSeconds = 2

export function refuseUntilPrepared(app: FastifyInstance, isPrepared: () => boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isPrepared()) return done()
    const { url = '/*' } = request.routeOptions
    if (url.startsWith('/health/') || url.startsWith('/assets/')) return done()
    const failure = new Failure('overloaded', { waitSeconds: retryAfterSeconds })
    if (url !== '/*') return done(failure)
    void reply
      .code(failure.status)
      .header('retry-after', retryAfterSeconds)
      .type('text/html; charset=utf-8')
      .send(page)
  })
}

const sentence = errorSentence('overloaded')
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="5"><title>${sentence}</title><p>${sentence}</p></html>`
