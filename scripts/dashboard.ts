/**
 * `npm run dashboard`: makes operating/dashboard.json for Grafana from the table of metrics in docs/operating-metrics.md.
 * Panels below are chosen; each metric that none of them shows gets a panel of its own.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/operating-metrics.md'), 'utf8')

type Metric = { name: string; labels: string[]; meaning: string }

/** The rows of the table: a row may name several metrics. */
const metrics: readonly Metric[] = [
  ...page.matchAll(/^\| (`foyer_[^|]+?) \| ?([^|]*?) ?\| (.+) \|$/gm),
].flatMap(([, names = '', labels = '', meaning = '']) =>
  [...names.matchAll(/`(foyer_\w+)`/g)].map(([, name = '']) => ({
    name,
    labels: labels
      .replaceAll(/\(.*?\)/g, '')
      .split(',')
      .map((label) => label.replaceAll('`', '').trim())
      .filter(Boolean),
    meaning: meaning.replaceAll('`', '').replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1'),
  })),
)

type Query = { expr: string; legend: string }
type Panel = { title: string; unit: string; queries: readonly Query[] }
type Section = { title: string; panels: readonly Panel[] }

const perSecond = (metric: string, by: string) => `sum by (${by}) (rate(${metric}[5m]))`
const events = (pattern: string) => perSecond(`foyer_security_events_total{event=~"${pattern}"}`, 'event')

const chosen: readonly Section[] = [
  {
    title: 'Sign-ins',
    panels: [
      {
        title: 'Sign-ins by result',
        unit: 'reqps',
        queries: [
          {
            expr: events('sign-in|sign-in-refused|sign-in-locked|passkey-refused|social-refused'),
            legend: '{{event}}',
          },
        ],
      },
      {
        title: 'One-time codes',
        unit: 'reqps',
        queries: [
          { expr: perSecond('foyer_otp_codes_total', 'channel, result'), legend: '{{channel}} {{result}}' },
        ],
      },
      {
        title: 'Sign-in with a provider',
        unit: 'reqps',
        queries: [
          { expr: perSecond('foyer_social_total', 'provider, result'), legend: '{{provider}} {{result}}' },
        ],
      },
      {
        title: 'Seconds of a sign-in',
        unit: 's',
        queries: ['0.5', '0.95', '0.99'].map((quantile) => ({
          expr: `histogram_quantile(${quantile}, sum by (le) (rate(foyer_http_request_duration_seconds_bucket{route="/api/auth/sso/login"}[5m])))`,
          legend: `p${Number(quantile) * 100}`,
        })),
      },
      {
        title: 'Refusals by a lockout',
        unit: 'reqps',
        queries: [
          {
            expr: perSecond('foyer_security_events_total{event="sign-in-locked"}', 'platform'),
            legend: '{{platform}}',
          },
        ],
      },
      {
        title: 'Refusals by a limit',
        unit: 'reqps',
        queries: [{ expr: perSecond('foyer_limit_refusals_total', 'limit'), legend: '{{limit}}' }],
      },
    ],
  },
  {
    title: 'Sessions',
    panels: [
      {
        title: 'Sessions begun and ended',
        unit: 'reqps',
        queries: [
          {
            expr: events('sign-in|session-continued|auto-login|sign-out|session-ended|session-disowned'),
            legend: '{{event}}',
          },
        ],
      },
      {
        title: 'Renewals of sessions',
        unit: 'reqps',
        queries: [{ expr: perSecond('foyer_refreshes_total', 'result'), legend: '{{result}}' }],
      },
      {
        title: 'Codes for platforms, and copied tokens',
        unit: 'reqps',
        queries: [
          {
            expr: events(
              'code-exchanged|code-refused|code-replayed|refresh-reused|refresh-refused|browser-session-replayed',
            ),
            legend: '{{event}}',
          },
        ],
      },
    ],
  },
  {
    title: 'Delivery',
    panels: [
      {
        title: 'Tries by channel and result',
        unit: 'reqps',
        queries: [
          {
            expr: perSecond('foyer_message_tries_total', 'channel, result'),
            legend: '{{channel}} {{result}}',
          },
        ],
      },
      {
        title: 'Age of the oldest message',
        unit: 's',
        queries: [{ expr: 'max by (channel) (foyer_messages_oldest_seconds)', legend: '{{channel}}' }],
      },
      {
        title: 'Messages that wait or were given up',
        unit: 'short',
        queries: [
          { expr: 'max by (channel) (foyer_messages_waiting)', legend: '{{channel}} waiting' },
          { expr: 'max by (channel) (foyer_messages_dead)', legend: '{{channel}} given up' },
        ],
      },
    ],
  },
  {
    title: 'Capacity',
    panels: [
      {
        title: 'Hash queue',
        unit: 'short',
        queries: [
          { expr: 'foyer_hash_running', legend: '{{instance}} running' },
          { expr: 'foyer_hash_waiting', legend: '{{instance}} waiting' },
          { expr: 'rate(foyer_hash_refused_total[5m])', legend: '{{instance}} refused a second' },
        ],
      },
      {
        title: 'Connections to the database',
        unit: 'short',
        queries: [
          { expr: 'foyer_database_connections', legend: '{{instance}} open' },
          { expr: 'foyer_database_connections_idle', legend: '{{instance}} idle' },
          { expr: 'foyer_database_waiting', legend: '{{instance}} statements waiting' },
          { expr: 'rate(foyer_database_refused_total[5m])', legend: '{{instance}} refused a second' },
        ],
      },
      {
        title: 'Event loop',
        unit: 's',
        queries: [{ expr: 'nodejs_eventloop_lag_p99_seconds', legend: '{{instance}} p99' }],
      },
      {
        title: 'Requests by status',
        unit: 'reqps',
        queries: [{ expr: perSecond('foyer_http_requests_total', 'status'), legend: '{{status}}' }],
      },
      {
        title: 'Memory',
        unit: 'bytes',
        queries: [{ expr: 'process_resident_memory_bytes', legend: '{{instance}}' }],
      },
      {
        title: 'Ready copies and their clocks',
        unit: 'short',
        queries: [
          { expr: 'foyer_ready', legend: '{{instance}} ready' },
          { expr: 'foyer_clock_difference_seconds', legend: '{{instance}} seconds ahead of the database' },
        ],
      },
    ],
  },
]

/** Shows a metric by its labels: a counter as events a second, anything else as it is. */
function panelOf({ name, labels }: Metric): Panel {
  const title = name
    .replace(/^foyer_/, '')
    .replace(/_total$/, '')
    .replaceAll('_', ' ')
  const legend = labels.map((label) => `{{${label}}}`).join(' ') || '{{instance}}'
  if (!name.endsWith('_total')) return { title, unit: 'short', queries: [{ expr: name, legend }] }
  const expr = labels.length > 0 ? perSecond(name, labels.join(', ')) : `sum(rate(${name}[5m]))`
  return { title, unit: 'reqps', queries: [{ expr, legend: labels.length > 0 ? legend : 'all copies' }] }
}

const metricsIn = (panels: readonly Panel[]) =>
  new Set(panels.flatMap(({ queries }) => queries.flatMap(({ expr }) => expr.match(/foyer_[a-z_]+/g) ?? [])))

const withoutSuffix = (name: string) => name.replace(/_bucket$/, '')

/** Lists the sections of the dashboard; the last shows what the others do not. */
function sections(): Section[] {
  const shown = new Set([...metricsIn(chosen.flatMap(({ panels }) => panels))].map(withoutSuffix))
  const rest = metrics.filter(({ name }) => !shown.has(name))
  return [...chosen, { title: 'Everything else', panels: rest.map(panelOf) }]
}

/** Grafana asks for the data source at the import, under this name. */
const sourceInput = 'DS_PROMETHEUS'
const source = { type: 'prometheus', uid: `\${${sourceInput}}` }
const [columns, width, height] = [3, 8, 8]

/** Describes a panel by the meaning of each of its metrics. */
function descriptionOf(panel: Panel): string {
  return [...metricsIn([panel])]
    .map((name) => metrics.find((metric) => metric.name === withoutSuffix(name)))
    .flatMap((metric) => (metric ? [`${metric.name}: ${metric.meaning}`] : []))
    .join('\n\n')
}

/** Makes the dashboard in the form that Grafana imports. */
export function makeDashboard() {
  let id = 0
  let y = 0
  const panels: object[] = []
  for (const section of sections()) {
    id += 1
    panels.push({
      id,
      type: 'row',
      title: section.title,
      collapsed: false,
      gridPos: { x: 0, y, w: 24, h: 1 },
      panels: [],
    })
    y += 1
    for (const [index, panel] of section.panels.entries()) {
      id += 1
      const gridPos = {
        x: (index % columns) * width,
        y: y + Math.floor(index / columns) * height,
        w: width,
        h: height,
      }
      panels.push({
        id,
        type: 'timeseries',
        title: panel.title,
        description: descriptionOf(panel),
        datasource: source,
        gridPos,
        fieldConfig: { defaults: { unit: panel.unit, min: 0 }, overrides: [] },
        targets: panel.queries.map(({ expr, legend }, query) => ({
          refId: String.fromCharCode(65 + query),
          datasource: source,
          expr,
          legendFormat: legend,
        })),
      })
    }
    y += Math.ceil(section.panels.length / columns) * height
  }
  return {
    __inputs: [
      {
        name: sourceInput,
        label: 'Prometheus',
        type: 'datasource',
        pluginId: 'prometheus',
        pluginName: 'Prometheus',
      },
    ],
    uid: 'foyer',
    title: 'Foyer',
    tags: ['foyer'],
    timezone: 'browser',
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    panels,
  }
}

/** Lists the metrics of the table. */
export const metricNames = metrics.map(({ name }) => name)

export const dashboardFile = join(root, 'operating/dashboard.json')

if (import.meta.main) writeFileSync(dashboardFile, `${JSON.stringify(makeDashboard(), null, 2)}\n`)
