/** Opens the service with the stand-ins for the providers, and runs the flow with a provider like a browser. */
import type { SocialProvider } from '@foyer/contract/social/providers'
import { type StandIns, startStandIns } from '@foyer/stand-ins/start-stand-ins'
import { type Config, readConfig } from '../../../kernel/config/config.ts'
import type { LogDestination } from '../../../kernel/http/connection/log.ts'
import { openTestApp } from '../../../testing/test-app.ts'

type Options = {
  config?: Partial<Config>
  logTo?: LogDestination
  intercept?: Parameters<typeof startStandIns>[0] extends infer Given
    ? NonNullable<Given> extends { intercept?: infer Intercept }
      ? Intercept
      : never
    : never
}

type Walked = {
  /** The path that the 303 redirects to. */
  path: string
  /** The fragment of the return page. */
  result: Record<string, string>
}

type Begun = {
  status: number
  location: string
  cookie: string
}

export type SocialApp = Awaited<ReturnType<typeof openSocialApp>>

export const channel = 'c'.repeat(22)

export async function openSocialApp({ config, logTo, intercept }: Options = {}) {
  const standIns = await startStandIns({ ...(intercept && { intercept }) })
  const { social } = readConfig(standIns.settings)
  const testApp = await openTestApp({ config: { social, ...config }, ...(logTo && { logTo }) })
  const { app } = testApp

  async function begin(
    provider: SocialProvider,
    query: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<Begun> {
    const answer = await app.inject({
      url: `/api/auth/social/${provider}/start`,
      query: { platform: 'student', mode: 'popup', channel, return: '/?platform=student', ...query },
      headers,
    })
    const [cookie = ''] = String(answer.headers['set-cookie'] ?? '').split(';')
    return { status: answer.statusCode, location: String(answer.headers.location), cookie }
  }

  /** Sends the request that returns the browser from the provider to the service, and follows the redirect of a form post. */
  async function comeBack(
    callback: Awaited<ReturnType<StandIns['choose']>>,
    cookie: string,
  ): Promise<Walked> {
    const { method, url, form } = callback
    const { pathname, search } = new URL(url)
    const posted =
      method === 'POST'
        ? await app.inject({
            method,
            url: pathname + search,
            headers: { origin: standIns.url, 'content-type': 'application/x-www-form-urlencoded' },
            payload: form.toString(),
          })
        : null
    const answer = await app.inject({
      url: posted ? String(posted.headers.location) : pathname + search,
      headers: { cookie },
    })
    return walkedTo(String(answer.headers.location))
  }

  return {
    ...{ app, testApp, standIns, services: testApp.services, begin, comeBack },
    /** Runs the whole flow as this person at the stand-in. */
    async walk(
      provider: SocialProvider,
      person: Parameters<StandIns['choose']>[1],
    ): Promise<Walked & { cookie: string }> {
      const { location, cookie } = await begin(provider)
      return { ...(await comeBack(await standIns.choose(location, person), cookie)), cookie }
    },
    async close() {
      await testApp.close()
      await standIns.close()
    },
  }
}

export function walkedTo(location: string): Walked {
  const [path = '', fragment = ''] = location.split('#', 2)
  return { path, result: Object.fromEntries(new URLSearchParams(fragment)) }
}
