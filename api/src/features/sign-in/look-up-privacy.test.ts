/** Compares everything that an attacker can observe about existing users and about an unknown address (N-01a). */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { platformPolicies } from '@foyer/contract/platform-policies'
import { type Platform, platformRow, platforms } from '@foyer/contract/platforms'
import { findUser, login } from '@foyer/contract/routes/sign-in'
import { setDisabled } from '../../identity/users/users.ts'
import { type Answer, openTestApp, rightPassword, type TestApp } from '../../testing/test-app.ts'
import { requestCode, tryCode } from '../otp/test-codes.ts'
import { newPassword, requestedLink, reset } from '../password-links/test-links.ts'

let testApp: TestApp
before(async () => {
  testApp = await openTestApp({ config: { captcha: 'off', limitsFactor: 100_000 } })
})
after(() => testApp.close())

const guarded = platforms.filter((platform) => platformPolicies[platform].disclosure === 'guarded')

/** The first guarded platform of each product. */
const onePerProduct = guarded.filter(
  (platform, index) =>
    guarded.findIndex((other) => platformRow(other).product === platformRow(platform).product) === index,
)

type Kind = { name: string; platforms: Platform[] | null; isDisabled?: true }

/** Lists the kinds of users that an attacker must not distinguish on a platform's form. Null means no account. */
function kindsAt(platform: Platform): Kind[] {
  const { product } = platformRow(platform)
  const others = platforms.filter((other) => other !== platform)
  const siblings = others.filter(
    (other) => platformRow(other).product === product && platformPolicies[other].disclosure !== 'full',
  )
  const kinds: Kind[] = [
    { name: 'unknown user', platforms: null },
    { name: 'member', platforms: [platform] },
    { name: 'disabled member', platforms: [platform], isDisabled: true },
    ...siblings.map((sibling) => ({ name: `member of ${sibling}`, platforms: [sibling] })),
  ]
  // Kinds from other platforms depend only on the product, so one platform per product is enough.
  return onePerProduct.includes(platform) ? [...kinds, ...kindsElsewhere(platform)] : kinds
}

function kindsElsewhere(platform: Platform): Kind[] {
  const { product } = platformRow(platform)
  const elsewhere = guarded.filter((other) => platformRow(other).product !== product)
  return [
    { name: `member of ${elsewhere[0]}`, platforms: elsewhere.slice(0, 1) },
    {
      name: 'member of every other product',
      platforms: [platform, ...elsewhere, 'school', 'olympiadPartner'],
    },
    { name: 'member of a school', platforms: ['school'] },
    { name: 'user without a membership', platforms: [] },
  ]
}

/** Lists kinds of learners. The learners' own form discloses them, but no other form may reveal which learners are staff. */
function learnersAt(platform: Platform): Kind[] {
  return [
    { name: 'learner', platforms: ['student'] },
    { name: 'learner and member', platforms: ['student', platform] },
    { name: 'learner of every product', platforms: [...platforms] },
  ]
}

type Target = { email: string; phone: string; uuid: string }
let made = 0

async function make({ platforms: held, isDisabled }: Kind): Promise<Target> {
  made += 1
  const email = `target${String(made).padStart(5, '0')}@example.com`
  const phone = `+9198${String(10_000_000 + made)}`
  if (held === null) return { email, phone, uuid: '' }
  const { uuid } = await testApp.makeUser({ email, phoneNumber: phone, platforms: held })
  if (isDisabled) await setDisabled(testApp.services.db, uuid, true)
  return { email, phone, uuid }
}

type Observed = Record<string, unknown>

/** Records status, body and number of statements of each answer. Ids are replaced by the order of their appearance. */
function createObserver(): {
  all: Observed[]
  observe(what: string, ask: () => Promise<Answer<never>>): Promise<Answer<never>>
} {
  const all: Observed[] = []
  const ids = new Map<string, string>()
  function withoutValues(text: string): string {
    return text
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
        ids.set(id, ids.get(id) ?? `id ${ids.size}`)
        return String(ids.get(id))
      })
      .replace(/target\d+@|\+9198\d+|\b\d{4}-\d\d-\d\dT[\d:.]+Z|\bot_[\w-]{43}/g, '…')
      .replace(/\b\d+ seconds?/g, '… seconds')
  }
  return {
    all,
    async observe(what, ask) {
      const answers: Answer<never>[] = []
      const statements = await testApp.countStatements(async () => void answers.push(await ask()))
      const [answer] = answers
      assert.ok(answer)
      const { status, text, headers } = answer
      all.push({ what, status, text: withoutValues(text), statements, headers: Object.keys(headers).sort() })
      return answer
    },
  }
}

type LookUp = (typed: string, platform: Platform) => Promise<Answer<typeof findUser>>
const lookUp: LookUp = (userId, platform) =>
  testApp.call(findUser, { body: { userId, product: platformRow(platform).product, platform } })

function guess(
  identifier: { uuid: string } | { email: string },
  form: Platform,
  platform: Platform | undefined,
) {
  const { product } = platformRow(form)
  const body = { ...identifier, password: 'wrong', product, ...(platform && { platform }) }
  return testApp.call(login, { body }) as Promise<Answer<never>>
}

/** Tries passwords by the look-up's id and by the address, on the forms of this product and of two others. */
async function guessEverywhere(
  { observe }: ReturnType<typeof createObserver>,
  { email }: Target,
  { uuid, platform }: { uuid: string; platform: Platform },
): Promise<void> {
  const { product } = platformRow(platform)
  const elsewhere = onePerProduct.find((other) => platformRow(other).product !== product)
  const own = platforms.filter((other) => platformRow(other).product === product)
  const forms: (Platform | undefined)[] = [...own, 'school', elsewhere]
  for (const named of [...forms, undefined])
    for (const identifier of [{ email }, { uuid }])
      await observe(`guess at ${named} by ${Object.keys(identifier)}`, () =>
        guess(identifier, named ?? platform, named),
      )
}

type Scenario = (
  observer: ReturnType<typeof createObserver>,
  target: Target,
  platform: Platform,
) => Promise<void>

const lockOutById: Scenario = async (observer, target, platform) => {
  const { data } = await lookUp(target.email, platform)
  for (let count = 0; count < 5; count += 1)
    await observer.observe('guess by id', () => guess({ uuid: data.uuid }, platform, platform))
  await guessEverywhere(observer, target, { uuid: data.uuid, platform })
}

const lockOutByAddress: Scenario = async (observer, target, platform) => {
  const { data } = await lookUp(target.email, platform)
  for (let count = 0; count < 5; count += 1)
    await observer.observe('guess by address', () => guess({ email: target.email }, platform, undefined))
  await guessEverywhere(observer, target, { uuid: data.uuid, platform })
}

const lockOutAtSchool: Scenario = async (observer, target, platform) => {
  const { data } = await lookUp(target.email, platform)
  for (let count = 0; count < 5; count += 1)
    await observer.observe('guess at a school', () => guess({ email: target.email }, 'school', 'school'))
  await guessEverywhere(observer, target, { uuid: data.uuid, platform })
}

const lookEverywhere: Scenario = async ({ observe }, { email, phone }) => {
  for (const form of guarded)
    for (const typed of [email, email.toUpperCase(), phone])
      await observe(`look-up at ${form}`, () => lookUp(typed, form) as Promise<Answer<never>>)
}

const lookAtLearnersForm: Scenario = async ({ observe }, { email, phone }) => {
  for (const typed of [email, phone])
    await observe('look-up at student', () => lookUp(typed, 'student') as Promise<Answer<never>>)
}

/** Requests codes by the ids of both contacts, then tries passwords by the ids and by the address. */
const askForCodes: Scenario = async (observer, target, platform) => {
  const { product } = platformRow(platform)
  const byEmail = (await lookUp(target.email, platform)).data.uuid
  const byPhone = (await lookUp(target.phone, platform)).data.uuid
  for (const query of [
    { platform: `${product}-web` } as const,
    undefined,
    { platform: 'school-web' } as const,
  ])
    for (const user of [byEmail, byPhone])
      for (const medium of ['email', 'sms'] as const) {
        const send = () => requestCode(testApp, { medium, purpose: 'login', user }, query ? { query } : {})
        const answer = await observer.observe(`send by ${medium}`, send as () => Promise<Answer<never>>)
        const token = /ot_[\w-]{43}/.exec(answer.text)?.[0] ?? ''
        for (const otp of ['111111', '222222'])
          await observer.observe('verify', (() =>
            tryCode(testApp, { token, otp, platform }, query ? { query } : {})) as () => Promise<
            Answer<never>
          >)
        await observer.observe('resend', (() =>
          requestCode(testApp, { token }, query ? { query } : {})) as () => Promise<Answer<never>>)
      }
  await guessEverywhere(observer, target, { uuid: byEmail, platform })
  await observer.observe('guess by the phone', () => guess({ uuid: byPhone }, platform, platform))
}

async function assertAlike(kinds: readonly Kind[], platform: Platform, scenario: Scenario): Promise<void> {
  let expected: { name: string; all: Observed[] } | undefined
  for (const kind of kinds) {
    const observer = createObserver()
    await scenario(observer, await make(kind), platform)
    expected ??= { name: kind.name, all: observer.all }
    assert.deepEqual(observer.all, expected.all, `${kind.name} and ${expected.name}, at ${platform}`)
  }
}

const scenarios: { name: string; at: readonly Platform[]; scenario: Scenario }[] = [
  { name: 'a lockout by the id of the look-up', at: guarded, scenario: lockOutById },
  { name: 'look-ups at every guarded form', at: onePerProduct, scenario: lookEverywhere },
  { name: 'a lockout by the address', at: onePerProduct, scenario: lockOutByAddress },
  { name: 'a lockout in another product', at: onePerProduct, scenario: lockOutAtSchool },
  { name: 'one-time codes and guesses after them', at: onePerProduct, scenario: askForCodes },
]

for (const platform of guarded) {
  describe(`privacy of the form of ${platform}`, () => {
    for (const { name, scenario } of scenarios.filter(({ at }) => at.includes(platform))) {
      it(`hides staff, disabled and unknown users at the form of ${platform} from ${name}`, () =>
        assertAlike(kindsAt(platform), platform, scenario))
      if (!onePerProduct.includes(platform)) continue
      it(`hides learners who are staff at the form of ${platform} from ${name}`, () =>
        assertAlike(learnersAt(platform), platform, scenario))
    }

    it(`hides staff of ${platform} at the form of learners`, () =>
      assertAlike(kindsAt(platform), platform, lookAtLearnersForm))
  })

  describe(`members of ${platform}`, () => {
    it(`signs a member of ${platform} in with the id of a look-up, by email and by phone`, async () => {
      const target = await make({ name: 'member', platforms: [platform] })
      const { product } = platformRow(platform)
      for (const typed of [target.email, target.phone]) {
        const { uuid } = (await lookUp(typed, platform)).data
        assert.notEqual(uuid, target.uuid)
        const body = { uuid, password: rightPassword, product, platform }
        assert.equal((await testApp.call(login, { body })).data.user.uuid, target.uuid)
      }
    })
  })
}

describe('lockout of a contact', () => {
  it('lifts the lockout of every contact of a user at a password reset', async () => {
    const target = await make({ name: 'member', platforms: ['professor'] })
    const ids = []
    for (const typed of [target.email, target.phone]) {
      const { uuid } = (await lookUp(typed, 'professor')).data
      ids.push(uuid)
      for (let count = 0; count < 6; count += 1) await guess({ uuid }, 'professor', 'professor')
    }
    assert.equal((await reset(testApp, await requestedLink(testApp, target))).status, 200)
    for (const uuid of ids) {
      const body = { uuid, password: newPassword, product: 'learning', platform: 'professor' } as const
      assert.equal((await testApp.call(login, { body })).status, 200)
    }
  })
})
