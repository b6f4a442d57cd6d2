/** Tests counting requests by IPv4 address and by IPv6 network (N-104). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { findUser, login } from '@foyer/contract/routes/sign-in'
import { sql } from 'kysely'
import { openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'

/** The number of requests per address: `strict` then refuses, and `challenging` then requires a captcha. */
const perAddress = 3

let strict: TestApp
let challenging: TestApp
before(async () => {
  const trustedProxies = ['127.0.0.1']
  strict = await openTestApp({ config: { trustedProxies, captcha: 'off', limitsFactor: 0.005 } })
  challenging = await openTestApp({ config: { trustedProxies, limitsFactor: 0.1 } })
})
after(() => Promise.all([strict.close(), challenging.close()]))
beforeEach(async () => {
  for (const { services } of [strict, challenging]) await sql`truncate attempts`.execute(services.db)
})

const headersOf = (address: string) => ({ 'x-forwarded-for': address })

async function look(testApp: TestApp, address: string): Promise<string | undefined> {
  const body = { userId: 'nobody@example.com', product: 'learning' as const }
  return (await testApp.call(findUser, { body }, { headers: headersOf(address) })).code
}

/** Returns an address in the /48 `2001:db8:<site>`; `subnet` is the next 16 bits. */
const addressIn = (site: number, subnet: number) => `2001:db8:${site.toString(16)}:${subnet.toString(16)}::1`

describe('limits by network', () => {
  it('counts all addresses of an IPv6 /64 as one', async () => {
    for (let host = 1; host <= perAddress; host += 1)
      assert.equal(await look(strict, `2001:db8:1:2::${host}`), 'user-not-found')
    assert.equal(await look(strict, '2001:db8:1:2:ffff:ffff:ffff:ffff'), 'too-many-attempts')
    assert.equal(await look(strict, '2001:db8:1:3::1'), 'user-not-found', 'the neighbouring /64')
  })

  it('refuses an IPv6 /56 at four times the limit of one address, whatever its /64', async () => {
    for (let subnet = 0; subnet < 4 * perAddress; subnet += 1)
      assert.equal(await look(strict, addressIn(1, subnet)), 'user-not-found', `/64 number ${subnet}`)
    assert.equal(await look(strict, addressIn(1, 0xff)), 'too-many-attempts')
    assert.equal(await look(strict, addressIn(1, 0x100)), 'user-not-found', 'the neighbouring /56')
  })

  it('refuses an IPv6 /48 at sixteen times the limit of one address, whatever its /56', async () => {
    for (let network = 0; network < 16 * perAddress; network += 1)
      assert.equal(await look(strict, addressIn(1, network << 8)), 'user-not-found', `/56 number ${network}`)
    assert.equal(await look(strict, addressIn(1, 0xffff)), 'too-many-attempts')
    assert.equal(await look(strict, addressIn(2, 0)), 'user-not-found', 'the neighbouring /48')
  })

  it('demands a captcha challenge from an IPv6 /56 and /48 at the same multiples of the free count', async () => {
    for (let subnet = 0; subnet < 4 * perAddress; subnet += 1)
      assert.equal(await look(challenging, addressIn(1, subnet)), 'user-not-found', `/64 number ${subnet}`)
    assert.equal(await look(challenging, addressIn(1, 0xff)), 'captcha-needed')
    const counted = 4 * perAddress + 1
    for (let network = 1; network <= 16 * perAddress - counted; network += 1)
      assert.equal(
        await look(challenging, addressIn(1, network << 8)),
        'user-not-found',
        `/56 number ${network}`,
      )
    assert.equal(await look(challenging, addressIn(1, 0xff00)), 'captcha-needed')
    assert.equal(await look(challenging, addressIn(2, 0)), 'user-not-found', 'the neighbouring /48')
  })

  it('counts an IPv4 or IPv6 address as one, however a proxy writes it', async () => {
    const groups = [
      ['2001:db8:0:1::5', '2001:0DB8:0000:0001:0:0:0:5', '2001:db8::1:0:0:0:5', '2001:db8:0:1::0.0.0.5'],
      ['198.51.100.7', '::ffff:198.51.100.7', '::FFFF:c633:6407', '0:0:0:0:0:ffff:c633:6407'],
      ['fe80::1', 'fe80::1%eth0', 'fe80::2%eth1', 'fe80:0::3'],
      ['198.51.100.8', '198.51.100.8:1', '198.51.100.8:443', '198.51.100.8:65535'],
      ['2001:db8:0:9::1', '[2001:db8:0:9::1]', '[2001:db8:0:9::1]:5678', '[2001:db8:0:9::2]:1'],
    ]
    for (const [last = '', ...others] of groups) {
      for (const address of others) assert.equal(await look(strict, address), 'user-not-found', address)
      assert.equal(await look(strict, last), 'too-many-attempts', last)
    }
  })

  it('counts clients whose addresses a proxy writes with ports apart', async () => {
    for (let host = 1; host <= 4 * perAddress; host += 1) {
      assert.equal(await look(strict, `203.0.113.${host}:5678`), 'user-not-found')
      assert.equal(await look(strict, `[2001:db8:${host}::1]:5678`), 'user-not-found')
    }
  })

  it('reads past trusted proxies that are written with ports', async () => {
    for (let host = 1; host <= 4 * perAddress; host += 1)
      assert.equal(await look(strict, `203.0.113.${host}:5678, 127.0.0.1:99`), 'user-not-found')
  })

  it('counts 6to4, Teredo, mapped and translated addresses as the IPv4 address that they stand for', async () => {
    const groups = {
      '6to4': ['2002:c633:6409:1::1', '2002:c633:6409:2::1', '2002:c633:6409:ff00::1'],
      Teredo: ['2001:0:1::39cc:9bf6', '2001:0:2:3:4:5:39cc:9bf6', '2001:0:9:9::39cc:9bf6'],
      translated: ['64:ff9b::c633:640b', '64:ff9b::198.51.100.11', '::ffff:198.51.100.11'],
    }
    const addresses = { '6to4': '198.51.100.9', Teredo: '198.51.100.9', translated: '198.51.100.11' }
    for (const [name, group] of Object.entries(groups)) {
      await sql`truncate attempts`.execute(strict.services.db)
      for (const address of group) assert.equal(await look(strict, address), 'user-not-found', address)
      const ipv4 = addresses[name as keyof typeof addresses]
      assert.equal(await look(strict, ipv4), 'too-many-attempts', `${name} as ${ipv4}`)
      assert.equal(await look(strict, '198.51.100.77'), 'user-not-found', 'another address')
    }
  })

  it('never counts an IPv4 address together with its neighbours', async () => {
    for (let host = 0; host < 64; host += 1)
      assert.equal(await look(strict, `198.51.100.${host}`), 'user-not-found')
  })

  it('gives back a successful sign-in to the IPv6 /56 and /48 too', async () => {
    for (let pupil = 0; pupil < 20; pupil += 1) {
      const { uuid } = await challenging.makeUser()
      const body = { uuid, password: rightPassword, product: 'learning' as const }
      const answer = await challenging.call(login, { body }, { headers: headersOf(addressIn(3, pupil)) })
      assert.equal(answer.status, 200, `pupil ${pupil}`)
    }
  })

  it('costs a request over IPv6 the same number of statements as one over IPv4', async () => {
    const cost = (address: string) => strict.countStatements(() => look(strict, address))
    assert.equal(await cost('2001:db8:4::1'), await cost('198.51.100.200'))
  })
})
