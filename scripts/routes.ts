/** `npm run routes`: lists every route with its access, rate limit, captcha and the file that serves it. */
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { type RequestLimit, requestLimits, requestsOfUser } from '../api/src/kernel/limits/request-limits.ts'
import type { OAuthRoute } from '../contract/src/oauth-routes/oauth-route.ts'
import { allOAuthRoutes } from '../contract/src/oauth-routes/openid-endpoints.ts'
import { allPageRoutes } from '../contract/src/page-routes/all-page-routes.ts'
import type { PageRoute } from '../contract/src/page-routes/page-route.ts'
import { allRoutes } from '../contract/src/routes/all-routes.ts'
import type { Route } from '../contract/src/routes/route.ts'

const root = join(import.meta.dirname, '..')

type RouteRow = {
  method: string
  path: string
  access: string
  limit: string
  captcha: string
  servedIn: string
}

/** Returns one row per route, in the order of /docs. `servedIn` is empty if no file serves the route. */
export async function listRoutes(): Promise<RouteRow[]> {
  const files = await findServingFiles()
  const pageRoutes = allPageRoutes.map((route) => ({ route, access: 'browser', captcha: '-' }))
  const oauthRoutes = allOAuthRoutes.map((route) => ({
    route,
    access: `oauth ${route.access}`,
    captcha: '-',
  }))
  const routes = allRoutes.map((route) => ({ route, access: route.access, captcha: route.captcha ?? '-' }))
  return [...routes, ...pageRoutes, ...oauthRoutes].map(({ route, access, captcha }) => {
    const { method, path, limit } = route
    const isOfUser = /^(own-session|bearer)(-if-given)?$/.test(access)
    const numbers = limit ? `${limit}: ${describeLimit(requestLimits[limit], isOfUser)}` : '-'
    return { method, path, access, limit: numbers, captcha, servedIn: files.get(route)?.join(', ') ?? '' }
  })
}

/**
 * Formats a limit: with `30 then 600/10 min`, an address's 31st request requires a captcha and the 601st is refused.
 */
function describeLimit(
  { address, device = [], user = requestsOfUser }: RequestLimit,
  isOfUser: boolean,
): string {
  const describe = ({ freeCount, max, windowSeconds }: RequestLimit['address'][number]) =>
    `${freeCount === undefined ? '' : `${freeCount} then `}${max}/${describeSeconds(windowSeconds)}`
  const byDevice = device.length > 0 ? `; device ${device.map(describe).join(', ')}` : ''
  const byUser = isOfUser ? `; user ${user.map(describe).join(', ')}` : ''
  return `address ${address.map(describe).join(', ')}${byDevice}${byUser}`
}

function describeSeconds(seconds: number): string {
  const units = [
    [86_400, 'd'],
    [3_600, 'h'],
    [60, 'min'],
  ] as const
  const [size, name] = units.find(([size]) => seconds % size === 0) ?? [1, 's']
  return `${seconds / size} ${name}`
}

/**
 * Finds `serve(route, …)`, `servePage(route, …)` and `serveOAuth(route, …)` in the sources, and resolves the route through the file's imports.
 */
async function findServingFiles(): Promise<Map<Route | PageRoute | OAuthRoute, string[]>> {
  const found = new Map<Route | PageRoute | OAuthRoute, string[]>()
  for await (const file of glob('{api,api-docs}/src/**/*.ts', { cwd: root })) {
    if (/\.test\.ts$|\/testing\//.test(file)) continue
    const source = readFileSync(join(root, file), 'utf8')
    const isServing = source.includes(' serve(')
    const names = [...source.matchAll(/\bserve(?:Page|OAuth)?\(\s*(\w+),/g)].map(([, name = '']) => name)
    for (const [, list = '', module = ''] of source.matchAll(
      /import \{([^}]+)\} from '@foyer\/contract\/([\w-]+\/[\w-]+)'/g,
    )) {
      const imported = list.split(',').map((name) => name.trim())
      const exported = (await import(`../contract/src/${module}.ts`)) as Record<string, unknown>
      const served = imported.flatMap((name) => {
        const value = exported[name]
        if (names.includes(name)) return [value as Route | PageRoute | OAuthRoute]
        return isServing && name.endsWith('Routes') ? routesIn(value) : []
      })
      for (const route of served) found.set(route, [...(found.get(route) ?? []), file])
    }
  }
  return found
}

/** Lists the routes of a table; a file that imports the table serves them in a loop. */
function routesIn(table: unknown): Route[] {
  if (typeof table !== 'object' || table === null) return []
  return Object.values(table).flatMap((value) =>
    typeof value === 'object' && value !== null && 'method' in value ? [value as Route] : routesIn(value),
  )
}

if (import.meta.main) console.table(await listRoutes())
