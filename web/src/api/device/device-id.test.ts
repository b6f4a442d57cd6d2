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

test('uses a fingerprint that is ready before the first call as the device id, also in later visits', (t) => {
  assert.equal(wantsFingerprint(), true)
  takeFingerprint(fingerprint)
  const id = deviceId()
  assert.match(id, withChance)
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + halfHourMs })
  assert.equal(wantsFingerprint(), false)
  takeFingerprint(fingerprint)
  assert.equal(deviceId(), id)
})

test('gives equal computers different device ids despite equal fingerprints', () => {
  takeFingerprint(fingerprint)
  const one = deviceId()
  fakeBrowser()
  takeFingerprint(fingerprint)
  assert.match(deviceId(), withChance)
  assert.notEqual(deviceId(), one)
})

test('uses a fingerprint that arrives after the first call only in the next visit, since a code belongs to its device id', (t) => {
  const temporary = deviceId()
  assert.match(temporary, /^[A-Za-z0-9_-]{8,128}$/)
  takeFingerprint(fingerprint)
  assert.equal(deviceId(), temporary)
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + halfHourMs })
  assert.equal(wantsFingerprint(), true)
  takeFingerprint(fingerprint)
  assert.match(deviceId(), withChance)
})

test('ignores a fingerprint that is not a valid device id', () => {
  for (const wrong of ['with space', 'ü'.repeat(10), 'x'.repeat(120)]) {
    takeFingerprint(wrong)
    assert.match(deviceId(), /^\d+(-\d+){4}$/)
    fakeBrowser()
  }
})

test('keeps one device id for the life of the page if storage is blocked', () => {
  setGlobal('localStorage', throwingStorage())
  assert.equal(deviceId(), deviceId())
})
