/** Serves stored pictures. Their ids are random and their bytes never change, so that browsers keep them for a year. */
import type { FastifyInstance } from 'fastify'
import { picturesPath } from '../accounts/users/pictures.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/connect.ts'
import type { Keyring } from '../keyring.ts'
import { networkRules, networksOf } from '../limits/network-rules.ts'
import { countAttempts } from '../limits/rate-limit.ts'
import { requestLimits } from '../limits/request-limits.ts'
import type { Storage } from '../storage/storage.ts'
import { pictureKey } from './picture-files.ts'

type Resources = { config: Config; db: Db; keyring: Keyring; storage: Storage }

const immutable = 'public, max-age=31536000, immutable'

export function picturesRoutes(app: FastifyInstance, { config, db, keyring, storage }: Resources): void {
  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url: `${picturesPath}/:id`,
    handler: async (request, reply) => {
      const { id } = request.params
      if (!isPictureId(id)) return reply.callNotFound()
      const tag = `"${id}"`
      if (request.headers['if-none-match'] === tag)
        return reply.headers({ 'cache-control': immutable, etag: tag }).code(304).send()
      const networks = networksOf(request.ip, keyring.lastingMac)
      const rules = networkRules({ networks }, 'pictures', requestLimits.pictures.address)
      await countAttempts(db, rules, config.limitsFactor)
      const picture = await storage.get(pictureKey(id))
      if (!picture) return reply.callNotFound()
      reply.type(picture.type).headers({
        'cache-control': immutable,
        etag: tag,
        'content-length': picture.length,
      })
      if (request.method === 'GET') return reply.send(picture.body)
      picture.body.destroy()
      return reply.send()
    },
  })
}

function isPictureId(given: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(given)
}
