/**
 * Reads the script of Scalar, the API reference, from its package. It has 4.9 MB, so it is read on the first request,
 * not at the start.
 */
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import Fastify from 'fastify'
import { type StoredAnswer, storeAnswer } from '../../../api/src/kernel/http/answers/stored-answer.ts'

/** Brotli quality 5 takes 0.2 s instead of 10 s for quality 11. */
const compression = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Reads the script through the package's Fastify plugin, on a server that does not listen. */
export async function readScalarScript(): Promise<StoredAnswer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const server = Fastify()
  await server.register(scalar, { routePrefix: '/', configuration: { url: '/openapi.json' } })
  const { statusCode, rawPayload } = await server.inject('/js/scalar.js')
  await server.close()
  if (statusCode !== 200) throw new Error(`The script of the API reference answers ${statusCode}`)
  const packed = await promisify(brotliCompress)(rawPayload, compression)
  return storeAnswer('application/javascript; charset=utf-8', rawPayload, packed)
}
