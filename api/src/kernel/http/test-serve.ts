/** Serves routes that a test declares, on the test app. */
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { requireAccess } from '../../identity/sessions/require-access.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { createServe, type Serve } from './serve.ts'
import { createUploadMemory, uploadMemoryBounds } from './uploads/upload-memory.ts'

/** Creates `serve` for the test's routes. Call it before the first request. */
export function openTestServe(
  { app, services: { db, keyring, accessTokens } }: TestApp,
  { uploadMemory = uploadMemoryBounds } = {},
): Serve<Caller, never> {
  return createServe<Caller, never>(app, {
    db,
    mac: keyring.lastingMac,
    report: () => {},
    captcha: null,
    limitsFactor: 1_000,
    isHttps: false,
    uploadMemory: createUploadMemory(uploadMemory),
    authenticator: {
      bearer: (token, options) => accessTokens.verify(token, options),
      client: () => null,
      requireAccess,
      requireProof: async () => {},
      idOf: ({ userId }) => userId,
      countedAs: ({ userId }) => userId,
      clientIdOf: () => '',
    },
  })
}
