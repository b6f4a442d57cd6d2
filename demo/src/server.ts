/** Runs every demo platform on its own port: `node demo/src/server.ts`. */
import { startSite } from './site-server.ts'
import { clientSecretOf, firstPort, originOf, sites } from './sites.ts'

const accountsUrl = process.env.ACCOUNTS_URL || 'http://localhost:4000'
const demoPort = Number(process.env.DEMO_PORT || firstPort)

async function main(): Promise<void> {
  if (!Number.isInteger(demoPort) || demoPort < 1 || demoPort > 65_535 - sites.length)
    throw new Error('DEMO_PORT must be a port.')
  const origins = new Map(sites.map((site) => [site, originOf(site, demoPort)]))
  const running = await Promise.all(
    sites.map((site) =>
      startSite(site, {
        accountsUrl,
        clientSecret: clientSecretOf(site),
        port: site.port - firstPort + demoPort,
        origins,
      }),
    ),
  )
  let isStopping = false

  async function stop(): Promise<void> {
    if (isStopping) return
    isStopping = true
    await Promise.all(running.map(({ close }) => close()))
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  // Stops when the parent process has ended, because an orphan would keep the port.
  if (process.channel) process.on('disconnect', stop)
  const lines = running.map(
    ({ url }, i) => `  ${url}  ${sites[i]?.name} (${sites[i]?.external ?? sites[i]?.platform})`,
  )
  console.log(['Demo sites, each with its platform:', ...lines].join('\n'))
  process.send?.({ ready: running[0]?.url })
}

main().catch((error: NodeJS.ErrnoException & { port?: number }) => {
  const isTaken = error.code === 'EADDRINUSE'
  console.error(
    isTaken
      ? `Demo: port ${error.port} is in use: stop what listens there, or set DEMO_PORT. With a PLATFORMS_FILE of your own, register the new origin there, too.`
      : `Demo: ${error.message}`,
  )
  process.exit(1)
})
