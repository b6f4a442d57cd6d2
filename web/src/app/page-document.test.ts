import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { brandOf } from '../platforms/brand.ts'
import { pagePaths } from '../platforms/page-paths.ts'
import { type PageAssets, pageDocument } from './page-document.ts'

const assets: PageAssets = {
  style: 'body{margin:0}',
  sheets: {},
  font: '/assets/font.woff2',
  scripts: { 'sign-in': { entry: '/assets/main.js', preloads: ['/assets/react.js'], navigation: [] } },
  reporter: '/assets/on-error.js',
  tokenSync: '/assets/token-sync.js',
  headScript: null,
}
const site = {
  provider: 'A <b>"&</b>',
  supportEmail: 'help@example.test',
  links: { terms: '/terms', privacy: '/privacy', eula: '/eula' },
  home: 'https://learn.example.test/</script>',
  redirectOrigins: ['https://learn.example.test'],
}
const brand = brandOf('student', site.provider)
const data = {
  page: 'sign-in',
  platform: 'student',
  site,
  brand,
  paths: pagePaths('student'),
  year: 2026,
} as const
const { html, scriptHashes, styleHashes } = pageDocument(
  data,
  { title: 'T "&', description: '', body: '' },
  assets,
)

test('the hashes of the page document allow each of its inline scripts and styles', () => {
  const inline = (tag: string) => [
    ...html.matchAll(new RegExp(`<${tag}(?: data-[^>]*)?>(.*?)</${tag}>`, 'gs')),
  ]
  const hashes = (tag: string) => inline(tag).map(([, text]) => hashOf(text ?? ''))
  assert.deepEqual(hashes('script'), scriptHashes)
  assert.deepEqual(hashes('style'), styleHashes)
  assert.doesNotMatch(html, / style=| on[a-z]+="/)
})

test('the page document contains site data unchanged and escaped within its script', () => {
  const json = /<script type="application\/json" id="site">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
  const { brand, paths, year, ...read } = JSON.parse(json)
  assert.deepEqual(read, site)
  assert.deepEqual({ brand, paths, year }, { brand: data.brand, paths: data.paths, year: 2026 })
})

test('the page document has two empty live regions outside the hydrated part', () => {
  const afterApp = html.slice(html.indexOf('<div id="app"></div>'))
  for (const role of ['status', 'alert'])
    assert.match(afterApp, new RegExp(`<div class="visually-hidden" role="${role}" id="live-${role}"></div>`))
})

test('the page document fills the noscript of a page, with the support address, except where no script is needed', () => {
  const body = '<main><noscript></noscript></main>'
  const of = (page: 'sign-in' | 'not-found') => {
    const scripts = { [page]: assets.scripts['sign-in'] ?? never() }
    return pageDocument({ ...data, page }, { title: '', description: '', body }, { ...assets, scripts }).html
  }
  assert.match(of('sign-in'), /<noscript><p class="needs-script">.*mailto:help@example\.test/)
  assert.match(of('not-found'), /<noscript><\/noscript>/)
})

test('the page document escapes its title', () => {
  assert.match(html, /<title>T &quot;&amp;<\/title>/)
})

test('the page document names platform, family and page in its html element', () => {
  assert.match(html, /<html lang="en" data-platform="student" data-family="learning" data-page="sign-in">/)
})

test('sign-in in the split layout has only the arches of a phone', () => {
  const texts = { title: '', description: '', body: '' }
  const split = { ...data, brand: { ...brand, layout: 'split' } } as const
  const signIn = pageDocument(split, texts, assets).html
  assert.match(signIn, /<html [^>]* data-split>/)
  assert.doesNotMatch(signIn, /arcade-middle/)
  assert.doesNotMatch(html, /data-split/)
  assert.match(html, /arcade-middle/)
})

test('the page document refuses a page without a built script', () => {
  assert.throws(() =>
    pageDocument({ ...data, page: 'account' }, { title: '', description: '', body: '' }, assets),
  )
})

function never(): never {
  throw new Error('The assets have no sign-in')
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
