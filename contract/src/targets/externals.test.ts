/** Tests building and recognising the URL of an external site (N-130). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { externalUrl, ownParameters, trustedExternalUrl } from './externals.ts'

const registered = 'https://meet.example/in?org=7'
const built = (query: string) => externalUrl(registered, 'student', new URLSearchParams(query)).href

test('the address of an external site has the platform and the query of the page (product 2.8)', () => {
  assert.equal(built(''), 'https://meet.example/in?org=7&platform=student')
  assert.equal(
    built('room=a%20b&room=c&state=x'),
    'https://meet.example/in?org=7&platform=student&room=a+b&room=c&state=x',
  )
})

test("the query of the page replaces no parameter of the registered address and passes none of Foyer's own", () => {
  assert.equal(built('org=8&platform=school'), built(''))
  const own = [...ownParameters].map((name) => `${name}=x`).join('&')
  assert.equal(built(own), built(''))
})

test('only the registered address with a query is the address of an external site', () => {
  const trusted = (value: string) => trustedExternalUrl(value, registered, 'student')?.href ?? null
  for (const good of [built(''), built('state=x&room=%C3%A4')]) assert.equal(trusted(good), good)
  for (const bad of [
    'https://meet.example/in?org=8&platform=student',
    'https://meet.example/in?org=7&platform=school',
    'https://meet.example/in?org=7',
    'https://meet.example/in?org=7&org=8&platform=student',
    'https://meet.example/in/?org=7&platform=student',
    'https://meet.example/other?org=7&platform=student',
    'https://meet.example:8443/in?org=7&platform=student',
    'http://meet.example/in?org=7&platform=student',
    'https://evil.example/in?org=7&platform=student',
    'https://user@meet.example/in?org=7&platform=student',
    `${built('')}&code=ac_1`,
    `${built('')}#top`,
    'in?org=7&platform=student',
    'javascript:alert(1)',
  ])
    assert.equal(trusted(bad), null, bad)
})
