/** Opens the service and a platform's server that is notified of ended sessions, for tests of back-channel logout. */
import { exchangeCode } from '@foyer/contract/routes/handover'
import { getJwks } from '@foyer/contract/routes/operations'
import { login, type Session } from '@foyer/contract/routes/sign-in'
import type { createLocalJWKSet } from 'jose'
import { decodeJwt } from 'jose'
import { findLogoutUriIn, isOwnPlatformIn } from '../../identity/credentials/platform-clients.ts'
import { signLogoutToken } from '../../identity/sessions/logout-tokens.ts'
import type { Config } from '../../kernel/config/config.ts'
import type { DeliveryTiming, Tried } from '../../messages/channel-worker.ts'
import { countMessages } from '../../messages/messages.ts'
import { createOutbox, type Outbox } from '../../messages/outbox.ts'
import { testTiming, until } from '../../messages/test-outbox.ts'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import {
  openTestPlatform,
  type TestClient,
  type TestPlatform,
  testPlatformRegistry,
} from '../../testing/test-platform.ts'

/** A platform's session, with the client that can renew it. */
export type PlatformSession = Session & { client: TestClient; id: string }

export type BackChannel = {
  testApp: TestApp
  platform: TestPlatform
  /** Every delivery attempt so far. */
  tried: Tried[]
  /**
   * Starts an outbox that sends with short waits; the test app's own outbox only queues. `networks` are allowed in addition
   * to the public Internet; null allows any address.
   */
  startDelivery(timing?: Partial<DeliveryTiming>, networks?: readonly string[] | null): Outbox
  signIn(uuid: string): Promise<Session>
  handOver(session: Session, client?: TestClient): Promise<PlatformSession>
  /** Signs a new user in at Foyer, and from Foyer at the platform. */
  open(client?: TestClient): Promise<{ uuid: string; email: string; own: Session; child: PlatformSession }>
  /** Runs the work, waits until every message is sent, and returns the session ids in the logout tokens. */
  endedBy(work: () => Promise<unknown>): Promise<unknown[]>
  waiting(): Promise<number>
  close(): Promise<void>
}

const openService = (config: Partial<Config>): Promise<TestApp> => openTestApp({ config })

/** `open` opens the service; tests of pages open it with its pages. */
export async function openBackChannel(open = openService): Promise<BackChannel> {
  const platform: TestPlatform = await openTestPlatform(() => ({
    issuer: testApp.services.config.baseUrl,
    keys: async () =>
      (await testApp.call(getJwks, {})).data as unknown as Parameters<typeof createLocalJWKSet>[0],
  }))
  const registry = testPlatformRegistry(platform)
  const testApp: TestApp = await open({ registry, limitsFactor: 1_000, captcha: 'off' })
  const { config, db, keyring, signingKeys } = testApp.services
  const started: Outbox[] = []
  const tried: Tried[] = []

  const back: BackChannel = {
    testApp,
    platform,
    tried,
    startDelivery(timing = {}, networks = null) {
      const outbox = createOutbox({
        keyring,
        installation: config,
        senders: { email: { send: async () => {}, close() {} }, sms: null },
        keepsContent: true,
        backChannel: {
          findLogoutUri: findLogoutUriIn(db, registry.clients),
          isOwnPlatform: isOwnPlatformIn(registry.clients),
          networks,
          signLogout: (logout) => signLogoutToken(signingKeys, config.baseUrl, logout),
        },
        timing: { ...testTiming, ...timing },
      })
      outbox.start(db, { tried: (outcome) => tried.push(outcome), unreachable() {} })
      started.push(outbox)
      return outbox
    },
    async signIn(uuid) {
      const body = { uuid, password: rightPassword, product: 'learning' as const }
      return (await testApp.call(login, { body })).data
    },
    async handOver({ accessToken }, client = 'learning') {
      const { code } = (await testApp.mint(accessToken)).data
      const body = { code, platform: 'student' as const }
      const { session } = (await testApp.call(exchangeCode, { body }, { client })).data
      return { ...session, client, id: String(decodeJwt(session.accessToken).sid) }
    },
    async open(client) {
      const user = await testApp.makeUser()
      const own = await back.signIn(user.uuid)
      return { ...user, own, child: await back.handOver(own, client) }
    },
    async endedBy(work) {
      platform.logouts.length = 0
      await work()
      await until(async () => (await back.waiting()) === 0)
      return platform.logouts.map(({ sid }) => sid)
    },
    waiting: async () => (await countMessages(db))['back-channel'].waiting,
    async close() {
      await Promise.all(started.map((outbox) => outbox.stop()))
      await testApp.close()
      await platform.close()
    },
  }
  return back
}
