/**
 * Imitates an S3-compatible server with one bucket in memory. It stores, sends and deletes objects, with the bucket in
 * the path or in the host name. It reads the key id of a signed request, but checks no signature.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { standInHost } from './settings.ts'

/** Not secret: the key opens only the in-memory bucket of a stand-in. */
export const s3Registration = {
  region: 'eu-central-1',
  bucket: 'foyer-files',
  accessKeyId: 'AKIAFOYERSTANDIN0001',
  secretAccessKey: 'foyer/stand-in+secret-access-key',
} as const

export type S3StandIn = {
  url: string
  /** The environment variables that connect the service to this server. */
  settings: Record<string, string>
  objects: ReadonlyMap<string, { type: string; bytes: Buffer }>
  close(): Promise<void>
}

type Options = {
  /** 0 uses a free port. */
  port?: number
  /** Receives each request first; returns true if it has answered. Tests use it to imitate slow or broken servers. */
  intercept?(request: IncomingMessage, response: ServerResponse): boolean
}

const maxObjectBytes = 16_777_216

const statusOf: Record<string, number> = {
  NoSuchBucket: 404,
  NoSuchKey: 404,
  EntityTooLarge: 400,
  MethodNotAllowed: 405,
}

export async function startS3({ port = 0, intercept = () => false }: Options = {}): Promise<S3StandIn> {
  const objects = new Map<string, { type: string; bytes: Buffer }>()
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000 })
  server.listen(port, standInHost)
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  const url = `http://${standInHost}:${taken}`

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (intercept(request, response)) return
    const body = await readBody(request)
    if (!body) return refuse(response, 'EntityTooLarge')
    const { method = '', url: target = '/', headers } = request
    if (!headers.authorization?.includes(`Credential=${s3Registration.accessKeyId}/`))
      return refuse(response, 'InvalidAccessKeyId')
    const key = keyOf(headers.host ?? '', target)
    if (key === null) return refuse(response, 'NoSuchBucket')
    if (method === 'PUT') {
      objects.set(key, { type: headers['content-type'] ?? 'binary/octet-stream', bytes: body })
      response.writeHead(200).end()
    } else if (method === 'GET' || method === 'HEAD') {
      const found = objects.get(key)
      if (!found) return refuse(response, 'NoSuchKey')
      response.writeHead(200, { 'content-type': found.type, 'content-length': found.bytes.length })
      response.end(method === 'GET' ? found.bytes : undefined)
    } else if (method === 'DELETE') {
      objects.delete(key)
      response.writeHead(204).end()
    } else refuse(response, 'MethodNotAllowed')
  }

  server.on('request', (request, response) => {
    serve(request, response).catch(() => response.destroy())
  })

  return {
    url,
    settings: {
      S3_ENDPOINT: url,
      S3_REGION: s3Registration.region,
      S3_BUCKET: s3Registration.bucket,
      S3_ACCESS_KEY_ID: s3Registration.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3Registration.secretAccessKey,
    },
    objects,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Returns the key of the object; null if the request names another bucket. */
function keyOf(host: string, target: string): string | null {
  const path = decodeURIComponent(target.split('?')[0] ?? '')
  const { bucket } = s3Registration
  if (host.startsWith(`${bucket}.`)) return path.slice(1)
  return path.startsWith(`/${bucket}/`) ? path.slice(bucket.length + 2) : null
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxObjectBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function refuse(response: ServerResponse, code: string): void {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>The stand-in refuses this.</Message></Error>`
  response.writeHead(statusOf[code] ?? 403, { 'content-type': 'application/xml' }).end(xml)
}
