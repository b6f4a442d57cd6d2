import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FoyerError, type FoyerErrorCode, isFoyerError } from './failure.ts'

/** Compiles only if the type of `value` is exactly `Expected`. */
function isOfType<Expected>() {
  return <Actual>(
    _value: Actual,
    ..._proof: Same<Actual, Expected> extends true ? [] : ['the types differ']
  ): void => {}
}
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

const expired: FoyerError = new FoyerError('token-expired')

test('isFoyerError distinguishes the errors of this package from others', () => {
  assert.equal(isFoyerError(expired), true)
  assert.equal(isFoyerError(new TypeError('x')), false)
  assert.equal(isFoyerError({ code: 'token-expired' }), false)
})

test('isFoyerError distinguishes one code from another', () => {
  assert.equal(isFoyerError(expired, 'token-expired'), true)
  assert.equal(isFoyerError(expired, 'no-answer', 'token-expired'), true)
  assert.equal(isFoyerError(expired, 'no-answer'), false)
  assert.equal(isFoyerError(new TypeError('x'), 'token-expired'), false)
})

test('an error that has another code keeps its type', () => {
  const error = expired
  if (isFoyerError(error, 'no-answer')) assert.fail()
  isOfType<FoyerError>()(error)
  assert.equal(error.code, 'token-expired')
})

test('an error of a named code has that code in its type', () => {
  const error: unknown = expired
  assert.ok(isFoyerError(error, 'token-expired', 'no-answer'))
  const code: 'token-expired' | 'no-answer' = error.code
  assert.equal(code, 'token-expired')
})

test('an error of none of the codes in a list keeps its type', () => {
  const error = expired
  const codes: readonly FoyerErrorCode[] = ['no-answer']
  if (isFoyerError(error, ...codes)) assert.fail()
  isOfType<FoyerError>()(error)
  const [code = 'overloaded'] = codes
  if (isFoyerError(error, code)) assert.fail()
  isOfType<FoyerError>()(error)
})

test('an error of one of the codes in a constant list has one of these codes in its type', () => {
  const error: unknown = expired
  const codes = ['token-expired', 'session-ended'] as const
  assert.ok(isFoyerError(error, ...codes))
  const code: (typeof codes)[number] = error.code
  assert.equal(code, 'token-expired')
})

test('an unknown error that is not a FoyerError stays unknown', () => {
  const error: unknown = new TypeError('x')
  if (isFoyerError(error)) assert.fail()
  isOfType<unknown>()(error)
})
