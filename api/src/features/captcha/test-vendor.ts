/** Runs a captcha vendor for tests: answers `siteverify` as each vendor does and knows the tokens it made. */
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
  /** Makes a token, as the vendor's script gives it to a page. */
  make(token?: MadeToken): string
  /** The forms that were sent to the vendor. */
  received: URLSearchParams[]
  /** Answers instead of the vendor while it is set. */
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
