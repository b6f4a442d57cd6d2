/** Opens, uses and closes the service with its background jobs several times; the process must then end by itself. */
import { startClockChecks } from '../kernel/clock.ts'
import { reportDeliveries } from '../messages/delivery-report.ts'
import { startJobs } from '../operator/jobs/start-jobs.ts'
import { openTestApp } from './test-app.ts'

/** Node warns about more than ten listeners of one kind. */
const times = 12

for (let count = 0; count < times; count += 1) {
  const { app, services, signIn, close } = await openTestApp({ config: { logLevel: 'warn' } })
  await app.listen({ host: '127.0.0.1', port: 0 })
  services.outbox.start(services.db, reportDeliveries(app.log, services.metrics))
  const loops = [startJobs(services, app.log), startClockChecks(services.clock, app.log)]
  await signIn()
  await Promise.all([
    services.outbox.stop(),
    services.providerPictures.stop(),
    ...loops.map((loop) => loop.stop()),
  ])
  await close()
}
console.log('closed')

// The timer is unref'd, so it only fires if something else keeps the process alive, and reports it.
setTimeout(() => {
  console.error(`Still open: ${process.getActiveResourcesInfo().join(', ')}`)
  process.exit(1)
}, 30_000).unref()
