/** Serves the front end's hashed files from memory (1 MB), compressed at build time and cacheable for a year. */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type StoredAnswer, sendStored, storeAnswer } from '../answers/stored-answer.ts'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export async function serveAssets(app: FastifyInstance, webFolder: string): Promise<void> {
  const files = await readAssets(join(webFolder, 'client', 'assets'))
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/assets/*',
    config: { isStored: true },
    handler: async (request, reply) => {
      const file = files.get(request.params['*'])
      if (!file) return reply.callNotFound()
      return sendStored(request, reply.header('cache-control', 'public, max-age=31536000, immutable'), file)
    },
  })
}

async function readAssets(folder: string): Promise<Map<string, StoredAnswer>> {
  const names = existsSync(folder) ? await readdir(folder) : []
  const packed = new Set(names.filter((name) => name.endsWith('.br')))
  const read = async (name: string): Promise<[string, StoredAnswer]> => {
    const bytes = await readFile(join(folder, name))
    const compressed = packed.has(`${name}.br`) ? await readFile(join(folder, `${name}.br`)) : null
    return [name, storeAnswer(types[extname(name)] ?? 'application/octet-stream', bytes, compressed)]
  }
  return new Map(await Promise.all(names.filter((name) => !packed.has(name)).map(read)))
}
