/** F26: sends too many headers, a header that is too long, and an address that is too long. */
import { openRaw, statusesIn } from '../../api/src/testing/raw-socket.ts'
import type { Fault } from './fault.ts'
import { openInstallation } from './installation/installation.ts'

const get = (target: string, headers = '') => `GET ${target} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`

const floods: Record<string, string> = {
  '200 headers of 1 kB': get(
    '/health/live',
    Array.from({ length: 200 }, (_, index) => `x-${index}: ${'a'.repeat(1_000)}\r\n`).join(''),
  ),
  'a header of 64 kB': get('/health/live', `x: ${'a'.repeat(65_536)}\r\n`),
  '10,000 query parameters': get(
    `/health/live?${Array.from({ length: 10_000 }, (_, index) => `a${index}=1`).join('&')}`,
  ),
  '2,000 query parameters': get(
    `/health/live?${Array.from({ length: 2_000 }, (_, index) => `a${index}`).join('&')}`,
  ),
  'an address of 1 MB': get(`/?${'a'.repeat(1_000_000)}`),
}

export const fault: Fault = {
  id: 'F26',
  title: 'floods of headers, parameters and address',
  async run(check) {
    await using installation = await openInstallation()
    for (const [name, text] of Object.entries(floods)) {
      const { socket, closed, received } = await openRaw(installation.port, text)
      while (socket.writable && statusesIn(received()).length === 0)
        await new Promise((next) => setTimeout(next, 5))
      socket.end()
      await closed(5_000).catch(() => {})
      const statuses = statusesIn(received())
      check(name, statuses.length === 1 && [400, 414, 431].includes(statuses[0] ?? 0), statuses.join())
    }
    check('the service stays ready', await installation.isReady())
  },
}
