/** Provides a browser with a cookie jar for tests of browser sessions. */
import { type Platform, platformRow } from '@foyer/contract/platforms'
import {
  continueSession,
  findBrowserSession,
  listDoors,
  logOutEverywhereHere,
  removeAccountHere,
} from '@foyer/contract/routes/browser-sessions'
import { type Delivery, exchangeCode } from '@foyer/contract/routes/handover'
import type { Call, Route } from '@foyer/contract/routes/route'
import { login, type Session } from '@foyer/contract/routes/sign-in'
import { sharedBrowserHeader } from '@foyer/contract/wire'
import { decodeJwt } from 'jose'
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
      const redirectUrl = `${originOf(platform)}/`
      const { data } = await testApp.mint(accessToken, { platform, redirectUrl, delivery })
      const body = { code: data.code, platform, redirectUrl }
      return (await testApp.call(exchangeCode, { body }, { client: `${platform}-client` })).data.session
    },
  }
}
