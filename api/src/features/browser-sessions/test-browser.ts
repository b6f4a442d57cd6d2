/** Provides a browser with a cookie jar for tests of browser sessions. */
import { type Platform, platformRow } from '@foyer/contract/platforms'
import {
  continueSession,
  findBrowserSession,
  listDoors,
  logOutEverywhereHere,
  removeAccountHere,
} from '@foyer/contract/routes/browser-sessions'
import { createCode, type Delivery, exchangeCode } from '@foyer/contract/routes/handover'
import type { Call, Route } from '@foyer/contract/routes/route'
import { refreshToken } from '@foyer/contract/routes/sessions'
import { login, type Session } from '@foyer/contract/routes/sign-in'
import { sharedBrowserHeader } from '@foyer/contract/wire'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { type Answer, originOf, rightPassword, type TestApp } from '../../testing/test-app.ts'

type Continuing = Partial<Call<typeof continueSession>['body']>

export type TestBrowser = ReturnType<typeof openBrowser>

export const sidOf = ({ accessToken }: { accessToken: string }) => String(decodeJwt(accessToken).sid)

/** Opens a browser without cookies. `isShared` is the switch of the first step. */
export function openBrowser(testApp: TestApp, { isShared = false } = {}) {
  const jar = new Map<string, string>()
  /** The attributes of the last cookies, by name. */
  const attributes = new Map<string, string>()

  async function call<R extends Route>(
    route: R,
    given: Call<R>,
    sent: { token?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer<R>> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = {
      ...(cookie && { cookie }),
      ...(isShared && { [sharedBrowserHeader]: 'true' }),
      ...sent.headers,
    }
    const answer = await testApp.call(route, given, { ...sent, headers })
    for (const written of [answer.headers['set-cookie'] ?? []].flat()) {
      const [pair = '', ...rest] = String(written).split('; ')
      const [name = '', value = ''] = pair.split('=')
      attributes.set(name, rest.join('; '))
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return answer
  }

  return {
    jar,
    attributes,
    call,
    signIn: (uuid: string, platform: Platform = 'student', password = rightPassword) =>
      call(login, { body: { uuid, password, product: platformRow(platform).product, platform } }),
    list: (platform?: Platform) => call(findBrowserSession, { query: platform ? { platform } : {} }),
    continueAs: (account: string, platform: Platform, more: Continuing = {}) =>
      call(continueSession, { body: { account, platform, delivery: 'redirect', ...more } }),
    remove: (id: string) => call(removeAccountHere, { params: { id } }),
    logOut: () => call(logOutEverywhereHere, {}),
    doors: ({ accessToken: token }: Session) => call(listDoors, {}, { token }),
    /** Hands a session over to its platform, whose session it returns. */
    async handOver(
      { accessToken }: Session,
      platform: Platform = 'student',
      delivery: Delivery = 'redirect',
    ) {
      const redirectUrl = delivery === 'redirect' ? `${originOf(platform)}/` : originOf(platform)
      const minted = { platform, redirectUrl, delivery }
      const { data } = await call(createCode, { body: minted }, { token: accessToken })
      const body = { code: data.code, platform, redirectUrl }
      return (await testApp.call(exchangeCode, { body }, { client: `${platform}-client` })).data.session
    },
  }
}

export function browserSessionSteps(testApp: () => TestApp) {
  const rowOf = async (sid: string) => {
    const { rows } = await sql<{
      row: string
      isShared: boolean
      idle: number
      absolute: number
      sessionIdle: number
    }>`
      select here::text as row, is_shared, extract(epoch from here.idle_expires_at - here.created_at)::int as idle,
        extract(epoch from here.expires_at - here.created_at)::int as absolute, sessions.idle_seconds as session_idle
      from sessions join browser_sessions as here on here.id = browser_session_id where sessions.id = ${sid}`.execute(
      testApp().services.db,
    )
    return rows[0]
  }

  /** Moves the moments of every browser session into the past. */
  const wait = (seconds: number) =>
    sql`update browser_sessions set used_at = used_at - make_interval(secs => ${seconds}::int),
      idle_expires_at = idle_expires_at - make_interval(secs => ${seconds}::int)`.execute(
      testApp().services.db,
    )

  const isOpen = async (session: { accessToken: string; refreshToken: string }) =>
    (await testApp().call(refreshToken, { body: { refreshToken: session.refreshToken } })).status === 200

  const newUser = async (platforms: Platform[] = ['student', 'school']) =>
    (await testApp().makeUser({ platforms })).uuid

  /** The ids of the accounts that the browser lists. */
  const names = async (browser: TestBrowser) => (await browser.list()).data.accounts.map(({ uuid }) => uuid)

  return { rowOf, wait, isOpen, newUser, names }
}
