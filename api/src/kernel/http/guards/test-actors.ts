/** Opens users and clients that can call every route of the contract, and sends their requests. */
import { randomUUID } from 'node:crypto'
import { type Platform, platforms } from '@foyer/contract/platforms'
import type { Route } from '@foyer/contract/routes/route'
import { snakeCase } from '@foyer/contract/wire'
import { sql } from 'kysely'
import sharp from 'sharp'
import { clientSecret, type TestApp } from '../../../testing/test-app.ts'
import { type Form, uploadForm } from '../../../testing/upload-form.ts'
import { type Actor, type Made, type MakerOf, makers } from '../test-makers.ts'
import { validBody } from '../test-valid-bodies.ts'

export async function openActor(testApp: TestApp, platform: Platform): Promise<Actor> {
  const { accessToken: token, user } = await testApp.signIn(platform)
  return { testApp, uuid: user.uuid, email: user.email ?? '', platform, token, client: `${platform}-client` }
}

/** Returns the platforms of the owner and the stranger. They differ only for routes that platform clients call. */
export function platformsOf({ path, access, platforms: named }: Route): [Platform, Platform] {
  const [first = 'student'] = [makerOf(path)?.as, ...(named ?? ['student'])].filter(
    (name) => name !== undefined,
  )
  const other = platforms.find((name) => name !== first) ?? first
  return access.startsWith('client') ? [first, other] : [first, first]
}

/** Returns null for a path without a parameter, or with a parameter that no user owns. */
export function makerOf(path: string): MakerOf | null {
  const maker = makers[path]
  if (maker === undefined || typeof maker === 'string') return null
  return typeof maker === 'function' ? { make: maker } : maker
}

export const takesCaller = ({ access }: Route) => access !== 'none'
const takesClient = ({ access }: Route) => access.startsWith('client')

type Sent = {
  params?: Record<string, string>
  body?: Record<string, unknown>
  query?: Record<string, string>
  headers?: Record<string, string>
  form?: Form
}

/** Sends a valid request with the changes in `sent`. */
export async function sendAs(actor: Actor, route: Route, sent: Sent = {}) {
  const { method, path, upload } = route
  const { params = {}, query = {}, headers = {} } = sent
  const body = sent.body ?? validBody(route)
  const form = upload && (sent.form ?? (await goodUpload()))
  return actor.testApp.app.inject({
    method,
    url: path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? randomUUID())),
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [snakeCase(name), value])),
    ...(route.body && { payload: body }),
    ...form,
    headers: { ...form?.headers, authorization: credentialsOf(actor, route), ...headers },
  })
}

function credentialsOf({ client, token }: Actor, route: Route): string {
  if (!takesClient(route)) return `Bearer ${token}`
  return `Basic ${Buffer.from(`${client}:${clientSecret}`).toString('base64')}`
}

let goodBytes: Promise<Buffer> | undefined
async function goodUpload(): Promise<Form> {
  const image = { width: 16, height: 16, channels: 3, background: '#246' } as const
  goodBytes ??= sharp({ create: image }).png().toBuffer()
  return uploadForm({ bytes: await goodBytes })
}

/** Makes the object that a path names; makes nothing for a path without a parameter. */
export async function make({ path }: Route, owner: Actor): Promise<Made> {
  return (await makerOf(path)?.make(owner)) ?? { params: {} }
}

/** Returns the contents of every table except the counters, to prove that a request changed nothing. */
export async function contentsOf({ services: { db } }: TestApp): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not in ('attempts', 'idempotency_keys')`.execute(db)
  const each = tables.rows.map(
    ({ name }) => sql`
      select ${name} as name, md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as hash
      from ${sql.table(name)} t`,
  )
  const { rows } = await sql<{ name: string; hash: string }>`${sql.join(each, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}
