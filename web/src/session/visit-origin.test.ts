import assert from 'node:assert/strict'
import { test } from 'node:test'
import { utmParams as utmShape } from '@foyer/contract/routes/sign-up'
import { parse } from 'valibot'
import { memoryStorage, setGlobal, throwingStorage } from '../api/test-browser.ts'
import { signUpSource, utmParams } from './visit-origin.ts'

/** Fakes a tab whose first page had this query and referrer, and whose current page has others. */
function arrive(search: string, referrer = ''): void {
  setGlobal('sessionStorage', memoryStorage())
  setGlobal('location', { host: 'accounts.test', search: '?utm_source=later&signup_source=later' })
  setGlobal('document', { referrer: 'https://later.test/' })
  sessionStorage.setItem('foyer.arrival', JSON.stringify([search, referrer]))
}

const everything = '?signup_source=poster&utm_source=mail'

test('takes the source from argument, signup_source, utm_source or referrer, else direct (product 5)', () => {
  arrive(everything, 'https://school.test/page?secret=1')
  assert.equal(signUpSource('app'), 'app')
  assert.equal(signUpSource(), 'poster')
  arrive('?utm_source=mail', 'https://school.test/')
  assert.equal(signUpSource(), 'mail')
  arrive('', 'https://school.test:8443/page?secret=1')
  assert.equal(signUpSource(), 'school.test:8443')
  arrive('')
  assert.equal(signUpSource(), 'direct')
})

test('skips empty sources and pages of this host', () => {
  arrive('?signup_source=%20%20&utm_source=', 'https://accounts.test/')
  assert.equal(signUpSource(''), 'direct')
  arrive('', 'no address')
  assert.equal(signUpSource(), 'direct')
})

test('takes the five campaign parameters from the first page', () => {
  arrive('?utm_source=a&utm_medium=b&utm_campaign=c&utm_term=d&utm_content=e&utm_other=f')
  const wanted = { utmSource: 'a', utmMedium: 'b', utmCampaign: 'c', utmTerm: 'd', utmContent: 'e' }
  assert.deepEqual(utmParams(), wanted)
  arrive('?utm_source=a')
  assert.deepEqual(utmParams(), { utmSource: 'a' })
})

test('cuts campaign parameters to what the service accepts', () => {
  const long = `${'a'.repeat(199)}😀b`
  arrive(`?${new URLSearchParams({ signup_source: long, utm_source: 'x\0\u202ey', utm_term: '\0' })}`)
  assert.equal(signUpSource(), 'a'.repeat(199))
  assert.deepEqual(parse(utmShape, utmParams()), { utmSource: 'xy' })
})

test('reads the source from the page itself if storage is blocked or malformed', () => {
  arrive('')
  setGlobal('sessionStorage', throwingStorage())
  assert.equal(signUpSource(), 'later')
  for (const strange of ['null', '[1,2]', '{', '"x"']) {
    arrive('')
    sessionStorage.setItem('foyer.arrival', strange)
    assert.equal(signUpSource(), 'later')
  }
})
