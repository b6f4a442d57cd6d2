/** Tests which new passwords are allowed (N-33). */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { refuseWeakPassword } from './password-rules.ts'

const anna = {
  names: ['Anna-Maria', 'de la Cruz'],
  emails: ['anna.cruz+news@mail.lampions.example'],
  provider: 'Lakeside Learning',
  platform: 'student',
} as const

async function verdict(
  password: string,
  about: Parameters<typeof refuseWeakPassword>[1] = anna,
): Promise<string> {
  try {
    await refuseWeakPassword(password, about)
    return 'accepted'
  } catch (error) {
    return (error as { code: string }).code
  }
}

const table: Record<string, readonly string[]> = {
  'password-common': [
    'password',
    'password1',
    'PASSWORD',
    'Password2026!',
    '!!2026Password',
    'ｐａｓｓｗｏｒｄ',
    '1234567890',
    'qwertyuiop',
    'iloveyou<3',
    'Student2026',
    'p@ssw0rd',
    '        ',
    '!!!!!!!!!!!!',
    'AaAaAaAa',
    '10101010',
  ],
  'password-personal': [
    'anna-maria',
    'Anna Maria 1999',
    'DE LA CRUZ',
    'annamariadelacruz',
    'Anna-Maria de la Cruz!',
    'anna.cruz',
    'annacruz2026',
    'anna.cruz+news',
    'anna.cruz+news@mail.lampions.example',
    'mail.lampions.example',
    'Lampions2026',
    'lakesidelearning',
    'Lakeside Learning 2026!',
    'foyer2026',
  ],
  accepted: [
    'my name is anna maria and I sing',
    'foyer of the old theatre',
    'password of the harbour',
    'correct horse battery staple',
    '    two  worlds    ',
    'a2b4'.repeat(16),
    `${'long '.repeat(50)}end`,
    'kX9#vTq2',
    'पासवर्ड लंबा है',
    '"quoted","commas"',
    '29384756102938',
  ],
}

for (const [expected, passwords] of Object.entries(table))
  for (const password of passwords)
    it(`answers ${expected} for ${password.length > 40 ? `a password of ${password.length} characters` : password}`, async () => {
      assert.equal(await verdict(password), expected)
    })

it('allows any uncommon password for a user without a name or email', async () => {
  assert.equal(await verdict('Zebra-Lantern', { ...anna, names: ['', null], emails: [null] }), 'accepted')
})

it('puts the sentence at the field of the password', async () => {
  const refused = refuseWeakPassword('password1', anna, 'password')
  await assert.rejects(refused, { code: 'password-common', status: 400, fields: { password: [sentence] } })
  await assert.rejects(refuseWeakPassword('password1', anna), { fields: { password1: [sentence] } })
})

const sentence = 'This password is too common. Choose one that is harder to guess.'
