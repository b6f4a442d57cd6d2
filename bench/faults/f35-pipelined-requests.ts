/** F35: sends hundreds of requests on a connection without reading any answer. */
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openRaw, statusesIn } from '../../api/src/testing/raw-socket.ts'
import { memoryOf } from '../service/process-figures.ts'
import { type Check, type Fault, NotTried } from './fault.ts'
import { openInstallation } from './installation/installation.ts'

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`
const grownMaxMb = 120

const floods = {
  '300 requests of the API description on one connection': {
    connections: 1,
    text: get('/openapi.json').repeat(300),
  },
  '900 requests of a file on each of 12 connections': {
    connections: 12,
    text: get('/assets/a.js').repeat(900),
  },
  '900 requests of a list on each of 12 connections': {
    connections: 12,
    text: get('/api/reference/countries').repeat(900),
  },
  '900 requests of a page on each of 60 connections': {
    connections: 60,
    text: get('/?platform=student').repeat(900),
  },
}

export const fault: Fault = {
  id: 'F35',
  title: 'hundreds of requests on a connection before their answers, which the client does not take',
  async run(check, { isShort }) {
    if (!existsSync('/proc/self/status')) throw new NotTried('the memory of a process is read from /proc')
    await using installation = await openInstallation()
    await readsAll(installation.port, check)
    const before = memoryOf(installation.service().pid).peakMb
    const tried = Object.entries(floods).slice(0, isShort ? 2 : undefined)
    for (const [name, { connections, text }] of tried) {
      const flood = await Promise.all(
        Array.from({ length: connections }, async () => {
          const { socket } = await openRaw(installation.port)
          socket.pause()
          socket.write(text)
          return socket
        }),
      )
      await sleep(isShort ? 500 : 5_000)
      const probe = await openRaw(installation.port, get('/health/live', 'connection: close\r\n'))
      await probe.closed(30_000).catch(() => {})
      check(`${name}: another client is answered`, statusesIn(probe.received()).join() === '200')
      const grown = memoryOf(installation.service().pid).peakMb - before
      check(
        `${name}: memory grows by ${grownMaxMb} MB at most`,
        grown <= grownMaxMb,
        `${Math.round(grown)} MB`,
      )
      for (const socket of flood) socket.destroy()
    }
    check('the process kept running', installation.isAlive())
  },
}

/** A client that reads its answers gets all of them. */
async function readsAll(port: number, check: Check): Promise<void> {
  const accepts = 'accept-encoding: br\r\n'
  const { received, closed } = await openRaw(
    port,
    get('/openapi.json', accepts).repeat(300) + get('/health/live', 'connection: close\r\n'),
  )
  await closed(20_000)
  const statuses = statusesIn(received())
  check(
    '300 requests on one connection, and the answers taken: all are answered',
    statuses.length === 301 && statuses.every((status) => status === 200),
    statuses.length,
  )
}
