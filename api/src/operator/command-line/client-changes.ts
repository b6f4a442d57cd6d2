/** Registers and changes clients of OpenID Connect. Each change is an event of the audit trail. */
import { createHash, randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import {
  type ClientDefinition,
  clientDefinition,
  keepsSecrets,
} from '../../identity/credentials/client-definition.ts'
import { definitionFaults } from '../../identity/credentials/client-faults.ts'
import {
  isListedClient,
  listStoredClients,
  type StoredClient,
  storeClient,
} from '../../identity/credentials/platform-clients.ts'
import { recordEvent } from '../../kernel/audit.ts'
import type { Config } from '../../kernel/config/config.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { publicOr } from '../../kernel/outbound/public-addresses.ts'
import { CommandError, type Context } from './command.ts'

/** Checks a definition. Throws with one sentence for each fault. */
export function readDefinition(config: Config, given: unknown): ClientDefinition {
  const read = v.safeParse(clientDefinition, given)
  const id = String((given as { id?: unknown } | null)?.id ?? '')
  if (!read.success)
    throw new CommandError(
      `${id}: ${read.issues.map((issue) => `${v.getDotPath(issue) ?? 'the client'} ${issue.message}`).join('; ')}`,
    )
  const { isProduction, backChannelNetworks, baseUrl: issuer } = config
  const mayCall = isProduction ? publicOr(backChannelNetworks ?? []) : null
  const faults = definitionFaults(read.output, { mayCall, issuer, now: Date.now() })
  if (faults.length > 0) throw new CommandError(`${id}: ${faults.join('; ')}`)
  return read.output
}

export async function requireClient(db: Db, id: string): Promise<StoredClient> {
  const client = (await listStoredClients(db)).find(({ definition }) => definition.id === id)
  if (!client) throw new CommandError('No registered client has this id: run client list to see them')
  return client
}

/** Stores a new client; returns its secret, or null for a client without one. */
export async function registerClient(
  { db }: Pick<Context, 'db'>,
  definition: ClientDefinition,
): Promise<string | null> {
  const { id } = definition
  if ((await listStoredClients(db)).some((client) => client.definition.id === id))
    throw new CommandError(`${id} is registered: use client change`)
  if (await isListedClient(db, id)) throw new CommandError(`${id} is or was a client of the platforms file`)
  const hasSecret = keepsSecrets.includes(definition.kind) && !definition.jwks && !definition.jwksUri
  const made = hasSecret ? makeSecret() : null
  await saveClient(db, { definition, secrets: made ? [made.stored] : [], disabledAt: null })
  return made?.secret ?? null
}

export async function saveClient(db: Db, client: StoredClient): Promise<void> {
  await storeClient(db, client)
  await recordEvent(db, {
    event: 'client-changed',
    clientId: client.definition.id,
    platform: client.definition.platform,
  })
}

/** Adds a secret. The newest former secret works until `keptUntil`; older ones end at once. */
export async function addSecret(db: Db, id: string, keptUntil: string): Promise<string> {
  const client = await requireClient(db, id)
  if (client.secrets.length === 0) throw new CommandError(`${id} has no secret`)
  const { secret, stored } = makeSecret()
  const former = client.secrets.slice(-1).map((each) => ({ ...each, until: keptUntil }))
  await saveClient(db, { ...client, secrets: [...former, stored] })
  return secret
}

/** 256 random bits, of which only the hash is stored. */
function makeSecret() {
  const secret = `cs_${randomBytes(32).toString('base64url')}`
  const sha256 = createHash('sha256').update(secret).digest('hex')
  return { secret, stored: { sha256, createdAt: new Date().toISOString(), until: null } }
}

/** `setting` is null for a new client. */
export type Difference = { id: string; setting: string | null; from?: unknown; to?: unknown }

/** Compares stored clients with wanted ones. A client that is not wanted stays. */
export function differences(
  stored: readonly StoredClient[],
  wanted: readonly ClientDefinition[],
): Difference[] {
  return wanted.flatMap((definition): Difference[] => {
    const { id } = definition
    const before = stored.find((client) => client.definition.id === id)?.definition
    if (!before) return [{ id, setting: null }]
    const names = new Set([...Object.keys(before), ...Object.keys(definition)]) as Set<keyof ClientDefinition>
    return [...names].flatMap((setting) =>
      isDeepStrictEqual(before[setting], definition[setting])
        ? []
        : [{ id, setting, from: before[setting], to: definition[setting] }],
    )
  })
}
