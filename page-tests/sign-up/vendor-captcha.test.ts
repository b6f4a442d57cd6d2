/** Tests a sign-up with a vendor's captcha, a fake vendor script and a fake verification server. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestVendor, type TestVendor, vendorSecret } from '../../api/src/features/captcha/test-vendor.ts'
import type { TestApp } from '../../api/src/testing/test-app.ts'
import { openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { openService } from '../browser/shared-service.ts'
import { home, reachPasswordStep, signUpPath, typePasswords } from './sign-up-steps.ts'

let vendor: TestVendor
let service: TestApp
before(async () => {
  vendor = await openTestVendor('turnstile')
  const { verifyUrl } = vendor
  const captchaVendor = { vendor: 'turnstile', siteKey: 'site-key', secret: vendorSecret, verifyUrl } as const
  service = await openService({ captchaVendor: { ...captchaVendor, minScore: 0.5 } })
})
after(async () => {
  await service.close()
  await vendor.close()
})

type Widget = { sitekey: string; action: string; callback(token: string): void }

/**
 * Imitates the browser's loading of the vendor's script, which jsdom does not load. Returns the addresses of the loaded
 * scripts.
 */
function loadScripts({ window }: Page): string[] {
  const loaded: string[] = []
  const render = (_: unknown, { sitekey, action, callback }: Widget) => {
    assert.equal(sitekey, 'site-key')
    setImmediate(() => callback(vendor.make({ action })))
    return 'widget'
  }
  new window.MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        if (!(node instanceof window.HTMLScriptElement)) continue
        loaded.push(node.src)
        Object.assign(window, { turnstile: { render, remove() {} } })
        node.dispatchEvent(new window.Event('load'))
      }
  }).observe(window.document.head, { childList: true })
  return loaded
}

test('sign-up solves the captcha of a vendor when the service asks for it, and none in advance', async () => {
  const { page } = await reachPasswordStep({ browser: await openBrowser(service) })
  const loaded = loadScripts(page)
  assert.equal(vendor.received.length, 0)
  await typePasswords(page)
  await page.leaves(home)
  assert.deepEqual(loaded, ['https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'])
  assert.equal(vendor.received.length, 1)
  assert.deepEqual(
    page.sentTo(signUpPath).map(({ body }) => Boolean(body.captcha)),
    [false, true],
  )
})
