/** Creates the Prometheus metrics of one running service; two test apps in a process have separate metrics. */
import { errorKinds } from '@foyer/contract/routes/error-reports'
import { socialProviders } from '@foyer/contract/social/providers'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { replicaResults } from '../replica/read-replica.ts'

export type Metrics = ReturnType<typeof createMetrics>

/**
 * `wrong-codes`: more wrong one-time codes than typing errors explain. `sms-used-up`: the daily number of SMS is
 * reached.
 */
const alarmNames = ['wrong-codes', 'sms-used-up'] as const

/** `unavailable`: the provider answered late or with an error. `refused`: its answer or token is invalid. */
const socialResults = ['started', 'identified', 'denied', 'refused', 'unavailable'] as const

/** A metric whose value is read at each scrape. */
type Sample = { name: string; help: string; read(): number | Promise<number> }

/** A metric with one value per label value, read at each scrape. */
type Samples = { name: string; help: string; label: string; read(): Promise<Record<string, number>> }

/** Creates the metrics. Every label has a bounded set of values: route patterns, contract codes, platforms, clients. */
export function createMetrics(release: { version: string; build: string }) {
  const registry = new Registry()
  const registers = [registry]

  new Gauge({
    name: 'foyer_build_info',
    help: 'Always 1; the labels name the release and the Node version',
    labelNames: ['version', 'build', 'node'],
    registers,
  }).set({ ...release, node: process.version }, 1)

  const alarms = new Counter({
    name: 'foyer_alarms_total',
    help: 'Alarms of limits that cover the whole service, once a window',
    labelNames: ['alarm'],
    registers,
  })
  // Starts each series at 0: Prometheus sees no increase in a series that appears later.
  for (const alarm of alarmNames) alarms.inc({ alarm }, 0)

  const errorReports = new Counter({
    name: 'foyer_error_reports_total',
    help: 'Errors that pages have reported, by kind',
    labelNames: ['kind'],
    registers,
  })
  for (const kind of errorKinds) errorReports.inc({ kind }, 0)

  const replicaReads = new Counter({
    name: 'foyer_replica_reads_total',
    help: 'Reads that a replica may answer: by the replica, or why the leader answered',
    labelNames: ['result'],
    registers,
  })
  for (const result of replicaResults) replicaReads.inc({ result }, 0)

  const malwareScans = new Counter({
    name: 'foyer_malware_scans_total',
    help: 'Malware scans of uploaded files, by result',
    labelNames: ['result'],
    registers,
  })
  for (const result of ['clean', 'infected', 'unavailable']) malwareScans.inc({ result }, 0)

  const social = new Counter({
    name: 'foyer_social_total',
    help: 'Steps of sign-in with a social provider, by provider and result',
    labelNames: ['provider', 'result'],
    registers,
  })
  for (const provider of socialProviders)
    for (const result of socialResults) social.inc({ provider, result }, 0)

  return {
    /** Renders all metrics as text and returns the content type. */
    registry,

    requests: new Counter({
      name: 'foyer_http_requests_total',
      help: 'Answered requests by route pattern, status class and error code',
      labelNames: ['method', 'route', 'status', 'code'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'foyer_http_request_duration_seconds',
      help: 'Seconds from the head of a request to the end of its answer',
      labelNames: ['method', 'route'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    limitRefusals: new Counter({
      name: 'foyer_limit_refusals_total',
      help: 'Requests refused by a limit, by the name of the limit',
      labelNames: ['limit'],
      registers,
    }),
    securityEvents: new Counter({
      name: 'foyer_security_events_total',
      help: 'Security events of requests, by event and platform',
      labelNames: ['event', 'platform'],
      registers,
    }),
    refreshes: new Counter({
      name: 'foyer_refreshes_total',
      help: 'Requests with a refresh token, by result',
      labelNames: ['result'],
      registers,
    }),
    redemptionFailures: new Counter({
      name: 'foyer_redemption_failures_total',
      help: "Failed attempts of a platform's server to redeem a code, wrong client secrets included",
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
    errorReports,
    replicaReads,
    providerPictures: new Counter({
      name: 'foyer_provider_pictures_total',
      help: 'Pictures that providers of social sign-in delivered, by provider and result',
      labelNames: ['provider', 'result'],
      registers,
    }),
    storageCalls: new Counter({
      name: 'foyer_storage_calls_total',
      help: 'Calls to the S3-compatible storage of files, by operation and result',
      labelNames: ['operation', 'result'],
      registers,
    }),
    storageFull: new Counter({
      name: 'foyer_storage_full_total',
      help: 'Files that were not stored because the folder or bucket has no room',
      registers,
    }),
    malwareScans,
    social,
    captchas: new Counter({
      name: 'foyer_captchas_total',
      help: 'Captcha challenges that were due, by limit and result',
      labelNames: ['limit', 'result'],
      registers,
    }),
    otpCodes: new Counter({
      name: 'foyer_otp_codes_total',
      help: 'One-time codes by channel: messages written, right codes, wrong codes',
      labelNames: ['channel', 'result'],
      registers,
    }),
    secondFactors: new Counter({
      name: 'foyer_second_factors_total',
      help: 'Second factors by kind: right ones, wrong ones, refused during a lockout',
      labelNames: ['factor', 'result'],
      registers,
    }),
    deliveries: new Counter({
      name: 'foyer_message_tries_total',
      help: 'Attempts to send a message, by channel, template and result',
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
    gauges({ name, help, label, read }: Samples): void {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        async collect() {
          for (const [value, figure] of Object.entries(await read())) this.set({ [label]: value }, figure)
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
