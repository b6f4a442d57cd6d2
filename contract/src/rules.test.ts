/**
 * Tests fields (product 5), typed contacts, wire case (product 7.1), trusted origins, window messages, numbers (product
 * 5, 9) and sentences (product 8) (N-50).
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as v from 'valibot'
import { asciiDigits, isNationalNumber, plainNumber } from './contact.ts'
import { errorSentence } from './errors.ts'
import * as field from './fields.ts'
import { firstName, lastName } from './names.ts'
import { pageSentences } from './page-sentences.ts'
import { allRoutes } from './routes/all-routes.ts'
import { captchaActions } from './routes/captcha.ts'
import type { Route } from './routes/route.ts'
import { unexpected } from './sentences.ts'
import * as limits from './shared-values.ts'
import { isRegistrableOrigin, trustedOrigin, trustedUrl } from './targets/trusted-origin.ts'
import { fromWire, toWire } from './wire.ts'

function fault(schema: v.GenericSchema, value: unknown): string | undefined {
  return v.safeParse(schema, value, { abortPipeEarly: true }).issues?.[0].message
}

describe('fields', () => {
  it('refuses wrong values of a field with the sentence of the specification', () => {
    const cases: [string, v.GenericSchema, unknown, string | undefined][] = [
      ['identifier', field.identifier, '   ', 'Required'],
      ['first name', firstName, '', 'Required'],
      ['first name', firstName, 'x'.repeat(65), 'Length cannot be greater than 64'],
      ['first name', firstName, ` ${'x'.repeat(64)} `, undefined],
      ['last name', lastName, 'x'.repeat(65), 'Length cannot be greater than 64'],
      ['last name', lastName, null, undefined],
      ['password1', field.newPassword, '1234567', 'Password must have at least 8 characters'],
      ['password1', field.newPassword, '        ', undefined],
      ['password', field.typedPassword, '', 'Required'],
      ['password', field.typedPassword, 'x', undefined],
      ['password', field.typedPassword, 'x'.repeat(257), 'Length cannot be greater than 256'],
      ['otp', field.otp, '12345', 'Enter the 6 digits of the code'],
      ['otp', field.otp, '12345६7', 'Enter the 6 digits of the code'],
      ['otp', field.otp, '१२३४५', 'Enter the 6 digits of the code'],
      ['otp', field.otp, '١٢٣٤٥٦', undefined],
      ['otp', field.otp, '𞥐𞥑𞥒𞥓𞥔𞥕', undefined],
      ['otp', field.otp, '012345', undefined],
      [
        'uuid of version 1',
        field.uuid,
        'c8a7d5e2-3f10-1b6c-9d2e-1a2b3c4d5e6f',
        'Must be a UUID of version 4',
      ],
      ['uuid of version 4', field.uuid, 'c8a7d5e2-3f10-4b6c-9d2e-1a2b3c4d5e6f', undefined],
    ]
    for (const [name, schema, value, expected] of cases) assert.equal(fault(schema, value), expected, name)
  })

  it('accepts real email addresses and refuses malformed and dangerous ones', () => {
    for (const valid of [
      'a@b.co',
      ' Asha.Rao+x@mail.example.com ',
      "o'neil@school.example",
      'ü@münchen.de',
    ]) {
      assert.equal(fault(field.email, valid), undefined, valid)
    }
    const bad = [
      'a',
      'a@b',
      'a@b..com',
      'a b@c.de',
      'a@b.com\r\nBcc:x',
      '"a"@b.com',
      '<a@b.com>',
      'a@@b.com',
      `${'x'.repeat(250)}@b.com`,
    ]
    for (const one of bad) assert.ok(fault(field.email, one), one)
  })

  it('refuses NUL, lone surrogates and other types in text', () => {
    for (const bad of ['a\0b', 'a\ud800', 7, null, ['a'], {}]) assert.ok(fault(field.identifier, bad))
  })
})

describe('digits', () => {
  it('reads the decimal digits of every script', () => {
    const numeric = Intl.supportedValuesOf('numberingSystem').filter((name) => name !== 'hanidec')
    for (const numberingSystem of numeric) {
      const format = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false })
      assert.equal(asciiDigits(format.format(9_876_543_210)), '9876543210', numberingSystem)
    }
    assert.equal(asciiDigits('क४२-٤٢ x'), 'क42-42 x')
  })
})

describe('phone number', () => {
  it('becomes ASCII in every script and without invisible marks', () => {
    for (const typed of [
      '९८७६५ ४३२१०',
      '٩٨٧٦٥ ٤٣٢١٠',
      '９８７６５　４３２１０',
      '\u202a98765\u00a043210\u202c',
    ])
      assert.equal(plainNumber(typed), '98765 43210', typed)
    assert.equal(plainNumber('＋९१ 98765–43210'), '+91 98765-43210')
    assert.equal(plainNumber('(+91) 98765.43210'), '+91) 98765.43210')
    for (const typed of ['abc', 'asha@', '', '98765x', '@9']) assert.equal(plainNumber(typed), null, typed)
  })

  it('counts as national if it has neither a plus nor two zeros', () => {
    assert.equal(isNationalNumber('९८७६५ ४३२१०'), true)
    assert.equal(isNationalNumber('(020) 7946 0958'), true)
    for (const typed of ['+91 98765 43210', '0091 98765 43210', 'asha@example.com', 'asha'])
      assert.equal(isNationalNumber(typed), false, typed)
  })
})

describe('format of a contact', () => {
  it('refuses what is neither an email address nor a phone number', () => {
    for (const typed of ['abc', 'asha@', '@example.com', 'asha@example', '98765 4321o', '++91', '+'])
      assert.equal(field.contactFault(typed), errorSentence('contact-invalid'), typed)
  })

  it('accepts addresses and numbers of any country', () => {
    for (const typed of [
      'asha@example.com',
      ' ASHA@bücher.example ',
      '9123456',
      '९८७६५ ४३२१०',
      '+91 98765 43210',
    ])
      assert.equal(field.contactFault(typed), null, typed)
  })
})

describe('key names on the wire', () => {
  it('converts keys to snake_case and back to camelCase', () => {
    const camel = { firstName: 'a', list: [{ resendAt: 1 }], password1: 'x', utmParams: { utmSource: 'y' } }
    const snake = {
      first_name: 'a',
      list: [{ resend_at: 1 }],
      password1: 'x',
      utm_params: { utm_source: 'y' },
    }
    assert.deepEqual(toWire(camel), snake)
    assert.deepEqual(fromWire(snake), camel)
  })

  it('keeps all keys inside opaque fields', () => {
    const data = { some_key: { otherKey: [{ a_b: 1 }] } }
    assert.deepEqual(toWire({ data, oneMore: 1 }, ['data']), { data, one_more: 1 })
    assert.deepEqual(fromWire({ data, one_more: 1 }, ['data']), { data, oneMore: 1 })
  })

  it('does not take a camelCase key from the wire for a field', () => {
    assert.deepEqual(Object.keys(fromWire({ userId: 'x' }) as object), ['userId (not snake_case)'])
  })
})

describe('trusted origins', () => {
  const origins = ['https://learn.example', 'http://localhost:4100']

  it('trusts only URLs on exact members of the list of origins', () => {
    assert.equal(trustedUrl('https://learn.example/a?b=1#c', origins)?.href, 'https://learn.example/a?b=1#c')
    assert.equal(trustedUrl('http://localhost:4100', origins)?.origin, 'http://localhost:4100')
    for (const foreign of [
      'http://learn.example/',
      'https://learn.example:444/',
      'https://x.learn.example/',
      'https://learn.example.',
      'https://a@learn.example/',
      'https://learn.example\\@evil.example',
      'null',
      '',
      7,
    ]) {
      assert.equal(trustedUrl(foreign, origins), null, String(foreign))
    }
  })

  it('trusts an origin without a path only', () => {
    assert.equal(trustedOrigin('https://LEARN.example', origins), 'https://learn.example')
    assert.equal(trustedOrigin('https://learn.example/path', origins), null)
  })

  it('registers https origins, and http on loopback hosts only if that is allowed', () => {
    assert.ok(isRegistrableOrigin('https://learn.example', false))
    assert.ok(isRegistrableOrigin('http://localhost:4100', true))
    for (const bad of [
      'http://learn.example',
      'https://*.example',
      'https://learn.example/',
      'http://localhost:4100',
      'https://127.0.0.1',
    ]) {
      assert.ok(!isRegistrableOrigin(bad, false), bad)
    }
    for (const evil of ['http://localhost.evil.example', 'http://127.0.0.1.nip.io', 'http://0.0.0.0']) {
      assert.ok(!isRegistrableOrigin(evil, true), evil)
    }
  })
})

describe('numbers and sentences', () => {
  it('has the numbers of sections 5 and 9 of the specification', () => {
    assert.deepEqual(
      [limits.otpDigits, limits.nameMaxLength, limits.passwordMinLength, limits.greetingNameMaxLength],
      [6, 64, 8, 20],
    )
    assert.deepEqual([limits.autoNextDelayMs, limits.navigationScrollThresholdPx], [250, 62])
    assert.equal(limits.namePromptDelayMs, 500)
    assert.deepEqual([limits.tokenScheme, limits.language, limits.signUpTokenType], ['Bearer', 'en', 1])
  })

  it('has the sentences of section 8 of the specification', () => {
    assert.equal(errorSentence('social-failed'), 'Error signing in.')
    assert.equal(errorSentence('social-name-needed'), 'Full Name is required')
    assert.equal(errorSentence('social-refused'), 'Something went wrong. Please try again.')
    assert.equal(errorSentence('sign-up-failed'), 'Error signing up. Please refresh the page and try again')
    assert.equal(errorSentence('captcha-needed'), 'Please verify the captcha')
    assert.equal(errorSentence('captcha-refused'), 'Verification failed, please try again later')
    assert.equal(errorSentence('redirect-not-allowed'), 'Invalid URL')
    assert.equal(errorSentence('email-taken'), 'account with this email already exists')
    assert.equal(errorSentence('unexpected'), unexpected)
    assert.equal(pageSentences.fatal, 'An unexpected error occurred. Please try reloading the page.')
  })

  it('names the time left in the sentence for too many attempts', () => {
    assert.match(errorSentence('too-many-attempts', 1), /in 1 second\.$/)
    assert.match(errorSentence('too-many-attempts', 59.2), /in 1 minute\.$/)
    assert.match(errorSentence('too-many-attempts', 61), /in 2 minutes\.$/)
    assert.match(errorSentence('too-many-attempts', 3_601), /in 2 hours\.$/)
  })
})

describe('captcha actions', () => {
  it('has one captcha action for each route that takes a captcha', () => {
    const taking = allRoutes.flatMap((route: Route) => (route.captcha ? [route.limit ?? ''] : []))
    const actions = new Set(taking.map((limit) => limit.replaceAll('-', '_')))
    assert.deepEqual([...captchaActions].sort(), [...actions].sort())
  })
})
