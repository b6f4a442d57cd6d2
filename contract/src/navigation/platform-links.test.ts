import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPlatformPath, type PlatformLink, platformUrl } from './platform-links.ts'

const query = (text: string) => new URLSearchParams(text)
const paths = { library: '/courses/mine' }

test('the home of a platform keeps its path, query and fragment, and its parameters win over those of the request', () => {
  for (const [home, asked, url] of [
    ['https://learn.test', '', 'https://learn.test/'],
    ['https://learn.test/app/', '', 'https://learn.test/app/'],
    ['https://learn.test/app?from=foyer#top', '', 'https://learn.test/app?from=foyer#top'],
    ['https://learn.test/?plain', '', 'https://learn.test/?plain'],
    ['https://learn.test/app?from=foyer#top', 'tab=2', 'https://learn.test/app?from=foyer&tab=2#top'],
    ['https://learn.test/?from=a&from=b', 'from=evil&x=1&x=2', 'https://learn.test/?from=a&from=b&x=1&x=2'],
  ] as const)
    assert.equal(platformUrl({ home }, { page: 'home', query: query(asked) }), url)
})

test('the pages of a platform lie below the path of its home, without its query and fragment', () => {
  const cases: [home: string, link: PlatformLink, url: string][] = [
    ['https://learn.test/', { page: 'library' }, 'https://learn.test/courses/mine'],
    ['https://learn.test', { page: 'orders' }, 'https://learn.test/orders'],
    ['https://learn.test/app?from=foyer#top', { page: 'orders' }, 'https://learn.test/app/orders'],
    ['https://learn.test/app/', { page: 'library' }, 'https://learn.test/app/courses/mine'],
    [
      'https://learn.test/app/',
      { page: 'profile', query: query('edit=true') },
      'https://learn.test/app/profile?edit=true',
    ],
    ['https://learn.test/', { page: 'profile', rest: 'work/1' }, 'https://learn.test/profile/work/1'],
    ['https://learn.test/', { page: 'publicSkillProfile' }, 'https://learn.test/profile/skill-profile/'],
    [
      'https://learn.test/',
      { page: 'publicSkillProfile', rest: 'asha' },
      'https://learn.test/profile/skill-profile/asha',
    ],
  ]
  for (const [home, link, url] of cases) assert.equal(platformUrl({ home, paths }, link), url)
})

test('a path that could leave the home is no platform path', () => {
  for (const path of ['/', '/library', '/a/b/', '/caf%C3%A9', '/a:b@c', '/..a/.b'])
    assert.equal(isPlatformPath(path), true, path)
  for (const path of [
    '',
    'library',
    '//evil.test',
    '/a//b',
    '/\\evil.test',
    '/..',
    '/a/../b',
    '/a/./b',
    '/%2e%2e/b',
    '/a/%2E',
    'https://evil.test/',
    'https:/evil',
    'javascript:alert(1)',
    '/a?b=1',
    '/a#b',
    '/a b',
    '/a\tb',
    '/a\nb',
    '/café',
  ])
    assert.equal(isPlatformPath(path), false, path)
})
