/** Runs as a platform's server that verifies the bearer token with the SDK, without a call to another server. */
import { createServer } from 'node:http'
import { createVerifier } from '@foyer/sdk/verify'
import { platform, ports } from './bench-settings.ts'

const [accountsUrl = ''] = process.argv.slice(2)
const { verify } = createVerifier({ accountsUrl, platform: platform.name, product: platform.product })

createServer(async (request, response) => {
  const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
  const claims = await verify(token).catch(() => null)
  response.writeHead(claims ? 200 : 401, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ data: claims }))
}).listen(ports.platform, 'localhost', () => process.send?.('ready'))
process.on('disconnect', () => process.exit())
