import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolvePage } from '@foyer/contract/addresses'
import { pageOf } from '@foyer/contract/page-of'
import { platforms } from '@foyer/contract/platforms'
import { pagePaths } from './page-paths.ts'

for (const platform of platforms) {
  test(`the sign-in path of ${platform} leads to its page without a redirect`, () => {
    const url = new URL(pagePaths(platform).signIn, 'http://localhost')
    const found = resolvePage(url.pathname, url.searchParams)
    assert.ok(found.kind === 'page' && found.page === 'sign-in' && found.platform === platform)
  })
}

test('a page that is not rendered has no path to link to', () => {
  const { help, signUp, forgotPassword } = pagePaths('student')
  assert.equal(help !== null, pageOf('help', 'student') !== null)
  assert.equal(signUp !== null, pageOf('sign-up', 'student') !== null)
  assert.equal(forgotPassword !== null, pageOf('forgot-password', 'student') !== null)
})

test('learners and schools have a path to sign-up, and recruitment has that of schools (product 2.4, 2.6)', () => {
  const paths = platforms.map((platform) => [platform, pagePaths(platform).signUp] as const)
  assert.deepEqual(
    paths.filter(([, path]) => path !== null),
    [
      ['student', '/signup?platform=student'],
      ['school', '/school/signup?platform=school'],
      ['recruitmentPlatform', '/school/signup?platform=school'],
    ],
  )
})
