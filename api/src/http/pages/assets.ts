/** Serves the front end's hashed files, compressed at build time and cacheable for a year. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

export async function serveAssets(app: FastifyInstance, webFolder: string): Promise<void> {
  const root = join(webFolder, 'client', 'assets')
  if (!existsSync(root)) return
  await app.register(fastifyStatic, {
    root,
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
    decorateReply: false,
  })
}
