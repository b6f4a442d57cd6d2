import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { fakeBrowser, setGlobal, throwingStorage } from '../test-browser.ts'
import { deviceId, takeFingerprint, wantsFingerprint } from './device-id.ts'

const fingerprint = 'a4f1c9d2e3b45678a4f1c9d2e3b45678'
const withChance = new RegExp(`^${fingerprint}-\\d{8}$`)
const halfHourMs = 1_800_000

beforeEach(() => {
  fakeBrowser()
})

test('a fingerprint that comes before the first call is the id, for later visits, too', (t) => {
  assert.equal(wantsFingerprint(), true)
  takeFingerprint(fingerprint)
  const id = deviceId()
  assert.match(id, withChance)
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + halfHourMs })
  assert.equal(wantsFingerprint(), false)
  takeFingerprint(fingerprint)
  assert.equal(deviceId(), id)
})

test('equal machines differ, though their fingerprints do not', () => {
  takeFingerprint(fingerprint)
  const one = deviceId()
  fakeBrowser()
  takeFingerprint(fingerprint)
  assert.match(deviceId(), withChance)
  assert.notEqual(deviceId(), one)
})

test('one that comes later waits for the next visit: within one, a code belongs to the id that asked for it', (t) => {
  const temporary = deviceId()
  assert.match(temporary, /^[A-Za-z0-9_-]{8,128}$/)
  takeFingerprint(fingerprint)
  assert.equal(deviceId(), temporary)
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + halfHourMs })
  assert.equal(wantsFingerprint(), true)
  takeFingerprint(fingerprint)
  assert.match(deviceId(), withChance)
})

test('what could not be an id is not taken', () => {
  for (const wrong of ['with space', 'ü'.repeat(10), 'x'.repeat(120)]) {
    takeFingerprint(wrong)
    assert.match(deviceId(), /^\d+(-\d+){4}$/)
    fakeBrowser()
  }
})

test('where storage is closed, one id lives as long as the page', () => {
  setGlobal('localStorage', throwingStorage())
  assert.equal(deviceId(), deviceId())
})
