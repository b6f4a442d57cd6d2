import assert from 'node:assert/strict'
import { test } from 'node:test'
import { urlBelowHome } from './site.ts'

test('paths of a platform lie below its home, with or without a path of its own', () => {
  for (const [home, path, url] of [
    ['https://learn.test/', '/', 'https://learn.test/'],
    ['https://learn.test', '/library', 'https://learn.test/library'],
    ['https://learn.test/app/', '/profile?edit=true', 'https://learn.test/app/profile?edit=true'],
    ['https://learn.test/app?from=foyer#top', '/', 'https://learn.test/app'],
    ['https://learn.test/', '//evil.test/', 'https://learn.test//evil.test/'],
  ] as const)
    assert.equal(urlBelowHome(home, path), url)
})
