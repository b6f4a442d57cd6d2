/** Runs a captcha vendor for tests: it answers `siteverify` like each vendor, and accepts the tokens that it made. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CaptchaVendor } from '@foyer/contract/routes/captcha'

export const vendorSecret = 'the-secret-of-the-site'

type MadeToken = {
  action?: string
  hostname?: string
  ageMs?: number
  score?: number
}

export type TestVendor = {
  verifyUrl: string
  /** Makes a token like the vendor's script on a page. */
  make(token?: MadeToken): string
  /** The forms that the vendor received. */
  received: URLSearchParams[]
  /** If set, answers instead of the vendor. */
  fault: ((response: ServerResponse) => void) | null
  close(): Promise<void>
}

export async function openTestVendor(name: CaptchaVendor): Promise<TestVendor> {
  const made = new Map<string, MadeToken>()
  const used = new Set<string>()

  const vendor: TestVendor = {
    verifyUrl: '',
    received: [],
    fault: null,
    make(token = {}) {
      const value = `token-${made.size}-${'x'.repeat(1_500)}`
      made.set(value, token)
      return value
    },
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams((await request.setEncoding('utf8').toArray()).join(''))
    vendor.received.push(form)
    if (vendor.fault) return vendor.fault(response)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answerTo(form)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  vendor.verifyUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`
  return vendor

  function answerTo(form: URLSearchParams) {
    if (form.get('secret') !== vendorSecret) return refusal('invalid-input-secret')
    const value = form.get('response') ?? ''
    const token = made.get(value)
    if (!token) return refusal('invalid-input-response')
    if (used.has(value)) return refusal('timeout-or-duplicate')
    used.add(value)
    const { action = 'users_fetch', hostname = 'localhost', ageMs = 1_000, score = 0.9 } = token
    return {
      success: true,
      hostname,
      challenge_ts: new Date(Date.now() - ageMs).toISOString(),
      ...((name === 'turnstile' || name === 'recaptcha') && { action }),
      ...(name === 'recaptcha' && { score }),
      ...(name === 'turnstile' && { 'error-codes': [], cdata: '' }),
    }
  }
}

function refusal(code: string) {
  return { success: false, 'error-codes': [code] }
}
