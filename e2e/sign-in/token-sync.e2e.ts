/** Tests the token sync with a separate service and a server that receives the ID tokens (product 7.2). */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ServiceProcess, startServiceProcess } from '../../scripts/service-process.ts'
import { expect, heading, signInAsNew, signOut, test } from '../browser.ts'
import { testPorts } from '../ports.ts'
import { installationEnv } from '../test-installation.ts'

const { syncAccounts: port } = testPorts
const baseUrl = `http://localhost:${port}`

test.use({ baseURL: baseUrl })

type Call = { method: string; token: string }
let service: ServiceProcess
let receiver: Server
let receiverOrigin: string
const calls: Call[] = []

test.beforeAll(async () => {
  receiver = createServer((request, response) => {
    const { method = '', headers } = request
    response.setHeader('access-control-allow-origin', baseUrl)
    response.setHeader('access-control-allow-credentials', 'true')
    response.setHeader('access-control-allow-headers', 'authorization')
    response.setHeader('access-control-allow-methods', 'POST, DELETE')
    if (method !== 'OPTIONS') calls.push({ method, token: headers.authorization?.split(' ')[1] ?? '' })
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  receiverOrigin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  service = startServiceProcess({
    hasChannel: true,
    env: {
      ...process.env,
      PORT: String(port),
      PLATFORM_ASSURANCE: installationEnv.PLATFORM_ASSURANCE,
      DATA_FOLDER: `${installationEnv.DATA_FOLDER}-token-sync-${port}`,
      TOKEN_SYNC_URL: `${receiverOrigin}/session`,
    },
  })
  await service.until(service.hasReported)
})

test.afterAll(async () => {
  receiver.close()
  await service.stop()
})

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

test('a page sends an ID token of the signed-in user to the configured URL, and has it deleted at sign-out', async ({
  page,
}) => {
  await page.goto('/?platform=serviceAdmin')
  await signInAsNew(page, 'serviceAdmin')
  await expect(heading(page)).toHaveText('Your account')
  await expect.poll(() => calls.length).toBe(1)
  const [posted] = calls
  expect(posted?.method).toBe('POST')
  const { aud, iss, exp, iat, sub, ...others } = claimsOf(posted?.token ?? '')
  expect([aud, iss, exp - iat]).toEqual([receiverOrigin, baseUrl, 300])
  expect(sub).toMatch(/^[0-9a-f-]{36}$/)
  expect(Object.keys(others)).not.toContain('email')

  await page.reload()
  await expect(heading(page)).toHaveText('Your account')
  await signOut(page)
  await expect.poll(() => calls.slice(1)).toEqual([{ method: 'DELETE', token: posted?.token }])
})
