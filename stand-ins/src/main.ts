/** Runs the stand-ins next to the service: `node stand-ins/src/main.ts`. */
import { defaultStandInPort } from './settings.ts'
import { startStandIns } from './start-stand-ins.ts'

const port = Number(process.env.STAND_INS_PORT || defaultStandInPort)
const accountsUrl = process.env.ACCOUNTS_URL || 'http://localhost:4000'

async function main(): Promise<void> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error('STAND_INS_PORT must be a port.')
  const running = await startStandIns({ port, publicBaseUrls: [new URL(accountsUrl).origin] })
  let isStopping = false

  async function stop(): Promise<void> {
    if (isStopping) return
    isStopping = true
    await running.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  // Stops when the parent process has ended, because an orphan would keep the port.
  if (process.channel) process.on('disconnect', stop)
  console.log(`Stand-ins for Google, Facebook and Apple, for social sign-in offline:\n  ${running.url}`)
  process.send?.({ ready: running.url })
}

main().catch((error: NodeJS.ErrnoException) => {
  const isTaken = error.code === 'EADDRINUSE'
  console.error(
    isTaken
      ? `Stand-ins: port ${port} is in use: stop what listens there, or set STAND_INS_PORT.`
      : `Stand-ins: ${error.message}`,
  )
  process.exit(1)
})
