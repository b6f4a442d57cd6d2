/** What is counted, for Prometheus: one object a house, so that two houses in a process do not mix. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** More wrong one-time codes than people mistype; the text messages of a day used up. */
const alarmNames = ['wrong-codes', 'sms-used-up'] as const

/** A figure looked up when somebody asks for it. */
type Sample = { name: string; help: string; read(): number | Promise<number> }

/** Labels hold only what is bounded: route patterns, codes of the contract, platforms, registered clients. */
export function createMetrics(release: { version: string; build: string }) {
  const registry = new Registry()
  const registers = [registry]

  new Gauge({
    name: 'foyer_build_info',
    help: 'Always 1; which release runs on which Node',
    labelNames: ['version', 'build', 'node'],
    registers,
  }).set({ ...release, node: process.version }, 1)

  const alarms = new Counter({
    name: 'foyer_alarms_total',
    help: 'Alarms that bounds of the whole service raised, once a window',
    labelNames: ['alarm'],
    registers,
  })
  // Known from the start: a rise from nothing is no increase to Prometheus.
  for (const alarm of alarmNames) alarms.inc({ alarm }, 0)

  return {
    /** The text of all metrics, and its content type. */
    registry,

    requests: new Counter({
      name: 'foyer_http_requests_total',
      help: 'Answered requests, by route pattern, class of status and error code',
      labelNames: ['method', 'route', 'status', 'code'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'foyer_http_request_duration_seconds',
      help: 'From the head of a request to the end of its answer',
      labelNames: ['method', 'route'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    limitRefusals: new Counter({
      name: 'foyer_limit_refusals_total',
      help: 'Requests refused by a limit, by its name',
      labelNames: ['limit'],
      registers,
    }),
    securityEvents: new Counter({
      name: 'foyer_security_events_total',
      help: 'Events of the security trail, by platform',
      labelNames: ['event', 'platform'],
      registers,
    }),
    refreshes: new Counter({
      name: 'foyer_refreshes_total',
      help: 'Refresh tokens shown, by what came of it',
      labelNames: ['result'],
      registers,
    }),
    redemptionFailures: new Counter({
      name: 'foyer_redemption_failures_total',
      help: "Codes a platform's server failed to redeem, wrong client secrets included",
      labelNames: ['client'],
      registers,
    }),
    redemptionAlarms: new Counter({
      name: 'foyer_redemption_alarms_total',
      help: "Minutes in which a platform's server failed too often to redeem codes",
      labelNames: ['client'],
      registers,
    }),
    alarms,
    captchas: new Counter({
      name: 'foyer_captchas_total',
      help: 'Captchas that were due, by the limit that asked for one and what came of it',
      labelNames: ['limit', 'result'],
      registers,
    }),
    otpCodes: new Counter({
      name: 'foyer_otp_codes_total',
      help: 'One-time codes: messages written, and codes that were right or wrong',
      labelNames: ['channel', 'result'],
      registers,
    }),
    deliveries: new Counter({
      name: 'foyer_message_tries_total',
      help: 'Tries to send a message, by what came of them',
      labelNames: ['channel', 'template', 'result'],
      registers,
    }),

    gauge({ name, help, read }: Sample): void {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          this.set(await read())
        },
      })
    },
    counter({ name, help, read }: Sample): void {
      new Counter({
        name,
        help,
        registers,
        async collect() {
          const total = await read()
          this.reset()
          this.inc(total)
        },
      })
    },
  }
}
