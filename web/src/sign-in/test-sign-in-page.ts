/** Runs a sign-in page without a browser: the machine, its effects, a tab's history, and a fake service. */
import { type Platform, platformRow } from '@foyer/contract/platforms'
import type { Site } from '@foyer/contract/site'
import {
  type Asked,
  answerData,
  answerError,
  fakeBrowser,
  fakeHistory,
  fakeWindow,
  setGlobal,
} from '../api/test-browser.ts'
import { runInTest } from '../flow/machine/test-run-machine.ts'
import { followHistory, signInEffects } from './sign-in-effects.ts'
import { type SignInEvent, signInMachine, signInStart } from './sign-in-machine.ts'

export const uuid = '11111111-1111-4111-8111-111111111111'
export const found = {
  has_password: true,
  phone_number: null,
  email: 'asha@example.com',
  uuid,
  full_name: 'Asha Rao',
  profile: { picture: null },
}
export const session = (platform: Platform) => ({
  access_token: 'at_1',
  refresh_token: 'rt_1',
  user: {
    uuid,
    email: null,
    is_email_verified: true,
    first_name: 'Asha',
    last_name: null,
    full_name: 'Asha',
  },
  platform,
})
export const submitted: SignInEvent = { type: 'submitted', identifier: 'asha@example.com' }
export const proofSubmitted: SignInEvent = { type: 'proofSubmitted', password: 'correct horse' }

type Answers = Record<string, (asked: Asked) => Response>

/** Opens a page of the platform. The service knows the user Asha; `answers` replaces some of its answers. */
export function openPage(
  platform: Platform,
  { states, answers = {} }: { states?: unknown[]; answers?: Answers } = {},
) {
  const kept = states && { sessionStorage, localStorage }
  const asked: Asked[] = fakeBrowser((one) => {
    const { url } = one
    const name = url.replace(/\?.*/, '').replace('/api/auth/', '')
    const service: Answers = {
      'users/fetch': () => answerData(found),
      'sso/login': () => answerData(session(platform)),
      codes: () => answerData({ code: 'ac_1' }),
      ...answers,
    }
    return service[name]?.(one) ?? answerError(404, 'unexpected')
  })
  for (const [area, storage] of Object.entries(kept ?? {})) setGlobal(area as 'localStorage', storage)
  const went: string[] = []
  setGlobal('location', { replace: (url: string) => went.push(url), reload: () => went.push('reload') })
  const tab = fakeHistory(fakeWindow(), states)
  const site = { home: 'https://home.test/', redirectOrigins: ['https://home.test'] } as unknown as Site
  const visit = { platform, site, search: new URLSearchParams() }
  const effects = signInEffects(visit, (path) => went.push(path))
  const start = signInStart(platformRow(platform).form)
  const { running, send, now } = runInTest(signInMachine, start, effects)
  followHistory(visit, running.send)
  return { asked, went, tab, send, now, running }
}
