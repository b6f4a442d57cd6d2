/** Describes the people of the stand-ins: those on the page, and others that a form or a test adds. */
import { createHash, randomUUID } from 'node:crypto'

const providers = ['google', 'facebook', 'apple'] as const
export type Provider = (typeof providers)[number]

export type Person = {
  /** The provider's id of the person: `sub`, or Facebook's `id`. */
  subject: string
  firstName: string
  lastName: string
  /** null if the provider sends no email. */
  email: string | null
  /** Some providers send the claim as text. */
  isEmailVerified: boolean | 'true' | 'false'
  /** The Google Workspace that owns the person's email. */
  hd: string | null
  /** null without a picture; `own` is a picture that the stand-in serves. */
  picture: string | null
  /** Replaces claims of the ID token that a code is exchanged for; undefined removes a claim. */
  oddClaims: Record<string, unknown>
  /** Describes on the page what is special about the person. */
  note: string
}

export type NewPerson = Partial<Person>

/** Stores the people of one provider. */
export type People = {
  listed: readonly Person[]
  find(subject: string): Person | undefined
  /** Adds a person, by default with a unique verified email; replaces a person with the same subject. */
  add(given: NewPerson): Person
}

export const relayDomain = 'privaterelay.appleid.com'

export function createPeople(provider: Provider): People {
  const bySubject = new Map<string, Person>()
  const listed = onPage[provider].map(add)

  function add(given: NewPerson): Person {
    const person = {
      firstName: 'Sam',
      lastName: 'Stone',
      email: `${randomUUID()}@people.test`,
      isEmailVerified: true,
      hd: null,
      picture: 'own',
      oddClaims: {},
      note: '',
      ...given,
    }
    const { subject = subjectOf(provider, person.email ?? `${person.firstName} ${person.lastName}`) } = given
    bySubject.set(subject, { ...person, subject })
    return { ...person, subject }
  }

  return { listed, find: (subject) => bySubject.get(subject), add }
}

/** Makes an id in the provider's format. The same email gets the same id at the next sign-in. */
export function subjectOf(provider: Provider, key: string): string {
  const hash = createHash('sha256').update(`${provider} ${key.toLowerCase()}`).digest('hex')
  if (provider === 'apple') return `000777.${hash.slice(0, 32)}.0150`
  const digits = BigInt(`0x${hash}`).toString()
  return provider === 'google' ? `1${digits.slice(0, 20)}` : `10${digits.slice(0, 15)}`
}

export function relayAddressOf(email: string): string {
  return `${createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 10)}@${relayDomain}`
}

/** The people on the page. The demo users of Foyer have the emails at foyer.test. */
const onPage: Record<Provider, NewPerson[]> = {
  google: [
    person('Gita Rao', 'gita.rao@school.example', 'Google Workspace of a school', { hd: 'school.example' }),
    person('Gauri Shah', 'gauri.shah@gmail.com', 'Gmail address'),
    person('Tariq Khan', 'tariq.khan@gmail.com', 'Gmail address, verified as text "true"', {
      isEmailVerified: 'true',
    }),
    person('Wendy Wells', 'wendy.wells@web.example', 'Verified, but the address belongs to another company'),
    person('Una Verghese', 'una.verghese@web.example', 'Address not verified', { isEmailVerified: false }),
    person('Nora Nair', null, 'No email'),
    person('Asha Rao', 'student@foyer.test', 'Demo user with a password'),
    person('Omar Pinto', 'otp@foyer.test', 'Demo user without a password'),
  ],
  facebook: [
    person('Farid Bose', 'farid.bose@web.example', 'With an email'),
    person('Nila Menon', null, 'No email'),
    person('Asha Rao', 'student@foyer.test', 'Demo user with a password'),
    person('Omar Pinto', 'otp@foyer.test', 'Demo user without a password'),
  ],
  apple: [
    person('Anand Sen', 'anand.sen@icloud.com', 'Shares the email', { picture: null }),
    person('Rhea Das', relayAddressOf('rhea.das@icloud.com'), 'Hides the email behind a relay address', {
      picture: null,
    }),
    person('Nils Iyer', null, 'No email, as in a school', { picture: null }),
    person('Asha Rao', 'student@foyer.test', 'Demo user with a password', { picture: null }),
    person('Omar Pinto', 'otp@foyer.test', 'Demo user without a password', { picture: null }),
  ],
}

function person(name: string, email: string | null, note: string, more: NewPerson = {}): NewPerson {
  const [firstName = '', lastName = ''] = name.split(' ')
  return { firstName, lastName, email, note, ...more }
}
