/** Tests the titles, descriptions and first sentences that the server renders into pages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { platforms } from '@foyer/contract/platforms'
import { openBrowser } from '../browser/browser.ts'
import { loadDocument } from '../browser/browser-state.ts'
import { origin } from '../browser/shared-service.ts'

const paths = [
  '/',
  '/signup',
  '/forgot-password',
  '/account',
  '/help',
  '/logout',
  '/nothing-here',
  '/logout?iframe=true',
]

async function htmlOf(path: string): Promise<string> {
  const { html } = await loadDocument(await openBrowser(), new URL(path, origin))
  return html
}

async function textsOf(path: string): Promise<{ page: string; title: string; description: string }> {
  const html = await htmlOf(path)
  const [, page = ''] = /data-page="([^"]+)"/.exec(html) ?? []
  const [, title = ''] = /<title>([^<]+)<\/title>/.exec(html) ?? []
  const [, description = ''] = /<meta name="description" content="([^"]+)">/.exec(html) ?? []
  return { page, title, description }
}

test('every page of every platform has a title and a description of its own', async () => {
  for (const platform of platforms) {
    const texts = new Map<string, string>()
    for (const path of paths) {
      const given = path.includes('?') ? `${path}&platform=nonsense` : `${path}?platform=${platform}`
      const { page, title, description } = await textsOf(given)
      assert.match(title, /^.+ – .+$|^.+ – Foyer$/, `${platform} ${path}`)
      assert.match(description, /^[^{}]{20,160}\.$/, `${platform} ${path}`)
      texts.set(page, `${title}\n${description}`)
    }
    assert.equal(new Set(texts.values()).size, texts.size)
  }
})

test('the description of sign-in differs between the families', async () => {
  const families = ['student', 'school', 'olympiadPartner', 'centreAdmin', 'serviceAdmin', 'svp']
  const found = await Promise.all(families.map((platform) => textsOf(`/?platform=${platform}`)))
  assert.equal(new Set(found.map(({ description }) => description)).size, families.length)
})

test('the logout page shows a sentence before its script runs', async () => {
  assert.match(await htmlOf('/school/logout'), /<span role="status">You will be redirected shortly<\/span>/)
})
