/** F27: sends bodies that are too large or malformed to every route that takes a body. */
import { gzipSync } from 'node:zlib'
import { openRaw, statusesIn } from '../../api/src/testing/raw-socket.ts'
import { allRoutes } from '../../contract/src/routes/all-routes.ts'
import type { Fault } from './fault.ts'
import { clientId, clientSecret } from './installation/client.ts'
import { openInstallation } from './installation/installation.ts'

type Body = { bytes: Buffer; headers?: string }

const text = (value: string): Body => ({ bytes: Buffer.from(value) })

const bodies: Record<string, Body> = {
  '64 kB and a byte': text(`{"a":"${'x'.repeat(65_529)}"}`),
  'gzip bomb': { bytes: gzipSync(Buffer.alloc(50_000_000, ' ')), headers: 'content-encoding: gzip\r\n' },
  '100,000 nested lists': text('['.repeat(100_000)),
  '30,000 nested lists, whole': text('['.repeat(30_000) + ']'.repeat(30_000)),
  'a key twice': text('{"platform":"student","platform":"student"}'),
  'a prototype': text('{"__proto__":{"a":1}}'),
  'constructor.prototype': text('{"constructor":{"prototype":{"a":1}}}'),
  NUL: text('{"platform":"stu\\u0000dent"}'),
  'lone surrogate': text('{"platform":"\\ud800"}'),
  'byte order mark': text('\u{feff}{"platform":"student"}'),
  'UTF-16': { bytes: Buffer.from('{"platform":"student"}', 'utf16le') },
  'invalid UTF-8': {
    bytes: Buffer.concat([Buffer.from('{"platform":"'), Buffer.of(0xff), Buffer.from('"}')]),
  },
  nothing: text(''),
  null: text('null'),
}

export const fault: Fault = {
  id: 'F27',
  title: 'bodies too large, compressed, too deep, ambiguous or badly encoded, to every route',
  async run(check) {
    await using installation = await openInstallation()
    await using client = installation.openClient()
    const [uuid = ''] = await installation.addUsers(1)
    const token = (await client.login(uuid)).data?.accessToken ?? ''
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    const routes = allRoutes.filter(({ body }) => body)
    const start = ({ method, path, access }: (typeof routes)[number]) =>
      `${method} ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nauthorization: ${access === 'client' ? `Basic ${basic}` : `Bearer ${token}`}\r\n`

    for (const [name, { bytes, headers = '' }] of Object.entries(bodies)) {
      const statuses: number[] = []
      for (const route of routes) {
        const raw = await openRaw(
          installation.port,
          `${start(route)}${headers}connection: close\r\ncontent-length: ${bytes.length}\r\n\r\n`,
        )
        raw.socket.write(bytes)
        await raw.closed(5_000).catch(() => {})
        statuses.push(...statusesIn(raw.received()))
      }
      const isRefused =
        statuses.length === routes.length && statuses.every((status) => [400, 413, 415].includes(status))
      check(name, isRefused, [...new Set(statuses)].join())
    }

    const statuses: number[] = []
    for (const route of routes) {
      const raw = await openRaw(installation.port, `${start(route)}transfer-encoding: chunked\r\n\r\n`)
      const chunk = `4000\r\n${' '.repeat(16_384)}\r\n`
      for (let sent = 0; sent < 10_000_000 && raw.socket.writable; sent += chunk.length) {
        raw.socket.write(chunk)
        await new Promise(setImmediate)
      }
      await raw.closed(5_000).catch(() => statuses.push(0))
      statuses.push(...statusesIn(raw.received()))
    }
    // A client that goes on writing to a cut connection can lose the answer in it.
    check(
      'a chunked body of 10 MB is cut',
      statuses.every((status) => status === 413),
      [...new Set(statuses)].join(),
    )
    check('the service stays ready', await installation.isReady())
  },
}
