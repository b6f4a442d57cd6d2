/** Declares the routes for machines: keys, health checks and the description of this API. */
import * as v from 'valibot'
import { fields } from '../fields.ts'
import { keySetMaxAgeSeconds } from '../shared-values.ts'
import { defineRoute } from './route.ts'

export const getJwks = defineRoute({
  method: 'GET',
  path: '/.well-known/jwks.json',
  summary: 'Get the public keys that verify access tokens (RFC 7517)',
  access: 'none',
  isBare: true,
  cacheSeconds: keySetMaxAgeSeconds,
  result: v.object({ keys: v.array(v.record(v.string(), v.unknown())) }),
  opaque: ['keys'],
  errors: ['too-many-attempts'],
})

export const getLiveness = defineRoute({
  method: 'GET',
  path: '/health/live',
  summary: 'Check that the process answers, and name its release',
  access: 'none',
  isBare: true,
  /** `build` is the commit; `unknown` if the build had no commit. */
  result: fields({ status: v.literal('ok'), version: v.string(), build: v.string() }),
  errors: [],
})

/** The reasons why the service is not ready, sent as the `detail` of its 503. */
export const unreadyReasons = [
  'database',
  'migrations',
  'signing-key',
  'demo-people',
  'clock',
  'stopping',
] as const
export type UnreadyReason = (typeof unreadyReasons)[number]

export const getReadiness = defineRoute({
  method: 'GET',
  path: '/health/ready',
  summary: 'Check that the service can answer requests; the detail of a 503 names the reason why it cannot',
  access: 'none',
  isBare: true,
  result: fields({ status: v.literal('ok') }),
  errors: ['overloaded'],
})

export const getOpenapi = defineRoute({
  method: 'GET',
  path: '/openapi.json',
  summary: 'Get the description of this API as OpenAPI 3.1',
  access: 'none',
  isBare: true,
  /** The document changes only with a release. */
  cacheSeconds: 300,
  result: v.record(v.string(), v.unknown()),
  errors: ['too-many-attempts'],
})
