import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeText, type SignIn, signInSentence } from './sign-in-sentence.ts'

const entry: SignIn = {
  at: '2026-03-01T09:29:00.000Z',
  outcome: 'signed-in',
  platform: 'student',
  method: 'password',
  from: null,
  device: 'Chrome on Windows',
  isHere: false,
  session: null,
  asks: false,
}

test('says in plain words what happened at a sign-in', () => {
  const cases: [Partial<SignIn>, string][] = [
    [{}, 'Signed in at Learning with a password'],
    [{ method: 'code' }, 'Signed in at Learning with a code'],
    [{ method: 'google' }, 'Signed in at Learning with Google'],
    [{ method: null }, 'Signed in at Learning'],
    [
      { outcome: 'continued', from: 'student', platform: 'professor' },
      'Went on from Learning to Professor Portal',
    ],
    [{ outcome: 'continued' }, 'Went on at Learning'],
    [{ outcome: 'wrong-password', method: null }, 'Wrong password at Learning'],
    [{ outcome: 'wrong-password', method: null, platform: null }, 'Wrong password'],
    [{ outcome: 'wrong-code', method: null }, 'Wrong code at Learning'],
    [
      { outcome: 'no-access', platform: 'iqa' },
      'No access to Quality Assessment: the password or code was right',
    ],
  ]
  for (const [given, sentence] of cases) assert.equal(signInSentence({ ...entry, ...given }), sentence)
})

test('names browser and time of a sign-in', () => {
  const at = new Date(2026, 2, 1, 10, 12)
  const place = (device: string | null) =>
    placeText({ ...entry, device, at: at.toISOString() }, new Date(2026, 2, 1, 12).getTime())
  assert.equal(place('Chrome on Windows'), 'Chrome on Windows, today 10:12')
  assert.equal(place(null), 'Unknown browser, today 10:12')
})
