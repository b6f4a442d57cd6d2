/**
 * Tests which ends of a session a platform is notified of by back-channel: only those that another party caused
 * (N-161, N-163).
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { exchangeCode } from '@foyer/contract/routes/handover'
import { endOneSession, listSessions, logout, refreshToken } from '@foyer/contract/routes/sessions'
import { changePassword } from '@foyer/contract/routes/settings'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { signLogoutToken } from '../../identity/sessions/logout-tokens.ts'
import { maxChildSessions, maxSessions } from '../../identity/sessions/start-session.ts'
import { runFoyer } from '../../operator/command-line/test-run-foyer.ts'
import { rightPassword, testSecret } from '../../testing/test-app.ts'
import { testPlatformsFile } from '../../testing/test-platform.ts'
import { disableUser, endMembership } from '../accounts/account-status-changes.ts'
import { deleteUser } from '../accounts/delete-user.ts'
import { requestedLink, reset } from '../password-links/test-links.ts'
import { type BackChannel, openBackChannel, type PlatformSession } from './test-back-channel.ts'

let back: BackChannel
before(async () => {
  back = await openBackChannel()
  back.startDelivery()
})
after(() => back.close())

type Tokens = { accessToken: string }

const signOut = ({ accessToken }: Tokens) => back.testApp.call(logout, {}, { token: accessToken })
const renew = ({ refreshToken: token, client }: Pick<PlatformSession, 'refreshToken' | 'client'>) =>
  back.testApp.call(refreshToken, { body: { refreshToken: token } }, { client })
const isOpen = async ({ accessToken }: Tokens) =>
  (await back.testApp.call(listSessions, {}, { token: accessToken })).status === 200

describe('back-channel logout', { timeout: 120_000 }, () => {
  it('tells the platform when the user signs out at Foyer, with a token that its published keys verify', async () => {
    const { uuid, own, child } = await back.open()
    const other = await back.open()
    assert.deepEqual(await back.endedBy(() => signOut(own)), [child.id])
    const [token] = back.platform.logouts
    assert.deepEqual([token?.sub, token?.aud], [uuid, 'learning'])
    assert.deepEqual(back.platform.faults, [])
    assert.ok(await isOpen(other.own), 'others stay signed in')
    assert.deepEqual(await back.endedBy(() => signOut(own)), [], 'a second sign-out ends nothing')
  })

  it('tells every platform of one session, and leaves out one without a back-channel', async () => {
    const { own, child } = await back.open()
    const sister = await back.handOver(own, 'sister')
    await back.handOver(own, 'quiet')
    const again = await back.handOver(own)
    assert.deepEqual((await back.endedBy(() => signOut(own))).sort(), [child.id, sister.id, again.id].sort())
    assert.deepEqual(back.platform.logouts.map(({ aud }) => aud).sort(), ['learning', 'learning', 'sister'])
  })

  it('tells no platform that it has signed itself out', async () => {
    const { own, child } = await back.open()
    const sister = await back.handOver(own, 'sister')
    assert.deepEqual(await back.endedBy(() => signOut(child)), [])
    assert.deepEqual(await back.endedBy(() => signOut(own)), [sister.id])
  })

  it('tells the platform when the owner ends a session from another one', async () => {
    const { uuid, own, child } = await back.open()
    const { accessToken: token } = await back.signIn(uuid)
    const id = String(decodeJwt(own.accessToken).sid)
    const end = () => back.testApp.call(endOneSession, { params: { id } }, { token })
    assert.deepEqual(await back.endedBy(end), [child.id])
  })

  it('tells the platform of other sessions when the password is changed, and of all when it is reset', async () => {
    const user = await back.open()
    const here = await back.signIn(user.uuid)
    const kept = await back.handOver(here)
    const passwords = { currentPassword: rightPassword, password1: 'heron on a tin roof' }
    const body = { ...passwords, password2: passwords.password1 }
    const change = () => back.testApp.call(changePassword, { body }, { token: here.accessToken })
    assert.deepEqual(await back.endedBy(change), [user.child.id])
    const link = await requestedLink(back.testApp, user)
    assert.deepEqual(await back.endedBy(() => reset(back.testApp, link)), [kept.id])
  })

  it('tells the platform when the user is disabled or loses the membership', async () => {
    const { services } = back.testApp
    const disabled = await back.open()
    assert.deepEqual(await back.endedBy(() => disableUser(services, disabled.uuid)), [disabled.child.id])
    const { uuid: userId, child } = await back.open()
    const end = () => endMembership(services, { userId, platform: 'student' })
    assert.deepEqual(await back.endedBy(end), [child.id])
  })

  it('tells the platform when its own refresh ends the session: a copied token, or a user without access', async () => {
    const { child } = await back.open()
    const { data: second } = await renew(child)
    await renew({ ...second, client: child.client })
    assert.deepEqual(await back.endedBy(() => renew(child)), [child.id])

    const { uuid, child: barred } = await back.open()
    await sql`delete from memberships where user_id = ${uuid}`.execute(back.testApp.services.db)
    assert.deepEqual(await back.endedBy(() => renew(barred)), [barred.id])
  })

  it('tells the platform when its code is used again', async () => {
    const { own } = await back.open()
    const { code } = (await back.testApp.mint(own.accessToken)).data
    const redeem = () =>
      back.testApp.call(exchangeCode, { body: { code, platform: 'student' } }, { client: 'learning' })
    const { session } = (await redeem()).data
    assert.deepEqual(await back.endedBy(redeem), [decodeJwt(session.accessToken).sid])
  })

  it('tells the platform when a session ends because there are too many, of the user or of the platform', async () => {
    const { uuid, own, child } = await back.open()
    const next = async () => {
      for (let count = 1; count < maxChildSessions; count += 1) await back.handOver(own)
      assert.deepEqual(back.platform.logouts, [])
      await back.handOver(own)
    }
    assert.deepEqual(await back.endedBy(next), [child.id])
    const more = async () => {
      for (let count = 0; count < maxSessions; count += 1) await back.signIn(uuid)
    }
    assert.equal((await back.endedBy(more)).length, maxChildSessions, 'all below the oldest session')
  })

  it('tells the platform when an operator ends the session or deletes the user, and keeps no trace of the user', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'foyer-platforms-'))
    const file = join(folder, 'platforms.json')
    await writeFile(file, testPlatformsFile(back.platform))
    const { uuid, own, child } = await back.open()
    const revoke = () =>
      runFoyer(`session revoke ${decodeJwt(own.accessToken).sid}`, {
        DATABASE_URL: back.testApp.databaseUrl,
        FOYER_SECRETS: testSecret,
        PLATFORMS_FILE: file,
      })
    assert.deepEqual(await back.endedBy(revoke), [child.id])
    const last = await back.handOver(await back.signIn(uuid))
    assert.deepEqual(await back.endedBy(() => deleteUser(back.testApp.services, uuid)), [last.id])
    const { rows } = await sql<{ kept: number; left: number }>`select
      (select count(*)::int from messages where recipient_mac = any(${back.testApp.services.keyring.macs('message recipient', uuid)}::bytea[])) as kept,
      (select count(*)::int from messages where channel = 'back-channel' and payload is not null) as left`.execute(
      back.testApp.services.db,
    )
    assert.deepEqual(rows, [{ kept: 0, left: 0 }])
    await rm(folder, { recursive: true })
  })

  it('queues nothing when the transaction that ends the session fails', async () => {
    const { own, child } = await back.open()
    const { db } = back.testApp.services
    await sql`create function fail_messages() returns trigger language plpgsql as $$
      begin raise exception 'no messages today'; end $$`.execute(db)
    await sql`create trigger failing before insert on messages execute function fail_messages()`.execute(db)
    assert.equal((await signOut(own)).status, 500)
    await sql`drop trigger failing on messages`.execute(db)
    assert.ok(await isOpen(own), 'no session ends unheard')
    assert.deepEqual(await back.endedBy(() => signOut(own)), [child.id])
  })

  it('refuses a logout token as an access token', async () => {
    const { uuid, own } = await back.open()
    const { signingKeys, config } = back.testApp.services
    const logout = { sessionId: String(decodeJwt(own.accessToken).sid), userId: uuid, clientId: 'learning' }
    const token = await signLogoutToken(signingKeys, config.baseUrl, logout)
    assert.equal((await back.testApp.call(listSessions, {}, { token })).code, 'session-ended')
    assert.ok(await isOpen(own))
  })
})
