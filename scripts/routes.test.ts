/** Tests the output of `npm run routes`. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { listRoutes } from './routes.ts'

describe('the listing of routes', () => {
  it('names exactly one file of the service for every route of the contract', async () => {
    const rows = await listRoutes()
    assert.ok(rows.length > 30)
    for (const { method, path, servedIn } of rows)
      assert.match(servedIn, /^api(-docs)?\/src\/[\w/.-]+\.ts$/, `${method} ${path}`)
  })

  it('prints access, limits and captcha of a route as they are declared', async () => {
    const rows = await listRoutes()
    const login = rows.find(({ path }) => path === '/api/auth/sso/login')
    assert.deepEqual(login, {
      method: 'POST',
      path: '/api/auth/sso/login',
      access: 'none',
      limit: 'login: address 20 then 400/10 min, 100 then 2000/1 d; device 10/10 min',
      captcha: 'when-due',
      servedIn: 'api/src/features/sign-in/sign-in.routes.ts',
    })
  })
})
