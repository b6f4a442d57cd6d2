/** Defines the commands for clients of OpenID Connect: `client list`, `show`, `create`, `change`, `rotate-secret`, `disable`, `enable`, `apply`. */
import { readFile } from 'node:fs/promises'
import { platformRow, platforms } from '@foyer/contract/platforms'
import * as v from 'valibot'
import { clientKinds } from '../../identity/credentials/client-definition.ts'
import { maxExpiryDays } from '../../identity/credentials/client-faults.ts'
import { listStoredClients, type StoredClient } from '../../identity/credentials/platform-clients.ts'
import { endSessionsOfClient } from '../../identity/sessions/end-session.ts'
import {
  addSecret,
  type Difference,
  differences,
  readDefinition,
  registerClient,
  requireClient,
  saveClient,
} from './client-changes.ts'
import { type Command, CommandError, type Context, type Given } from './command.ts'

const uriList = 'separated by spaces'
const settings = [
  { flags: '--name <name>', summary: 'name that the user reads' },
  { flags: '--redirect-uris <uris>', summary: `exact URIs that receive codes, ${uriList}` },
  { flags: '--post-logout-redirect-uris <uris>', summary: `exact URIs after a sign-out, ${uriList}` },
  { flags: '--backchannel-logout-uri <uri>', summary: 'URI that receives logout tokens; none removes it' },
  {
    flags: '--scopes <scopes>',
    summary: `scopes that the client may ask for (default: all; of a machine: none), ${uriList}`,
  },
  {
    flags: '--audiences <audiences>',
    summary: `services for which a machine gets tokens: https URIs or ids of clients, ${uriList}`,
  },
  { flags: '--grants <grants>', summary: `grant types that the client may use, ${uriList}` },
  {
    flags: '--jwks <file>',
    summary: 'file with the public keys of a client that signs its credentials (private_key_jwt)',
  },
  { flags: '--minimum-acr <acr>', summary: '2 demands two factors of every user; 1 is the default' },
  { flags: '--logo <file>', summary: 'PNG, JPEG or WebP of at most 16 kB that pages show; none removes it' },
  { flags: '--jwks-uri <uri>', summary: 'https URL where such a client publishes its keys instead' },
] as const

export const clientList: Command = {
  usage: 'client list',
  summary: 'Lists the registered clients; the clients of the platforms file are in that file',
  readsOnly: true,
  async run({ db }) {
    const clients = (await listStoredClients(db)).map(shown)
    const lines = clients.map(
      ({ id, kind, platform, name, state }) => `${id}  ${kind}  ${platform}  ${state}  ${name}`,
    )
    return { text: lines.join('\n') || 'No client is registered.', data: { clients } }
  },
}

export const clientShow: Command = {
  usage: 'client show <id>',
  summary: 'Shows a client, without its secrets',
  readsOnly: true,
  async run({ db }, { id }) {
    const client = shown(await requireClient(db, String(id)))
    return { text: JSON.stringify(client, null, 2), data: { client } }
  },
}

export const clientCreate: Command = {
  usage: 'client create <id>',
  summary: 'Registers a client, and prints its secret once',
  options: [
    { flags: '--kind <kind>', summary: `one of ${clientKinds.join(', ')} (required)` },
    {
      flags: '--platform <platform>',
      summary: `platform whose users sign in (required): ${platforms.join(', ')}`,
    },
    ...settings,
  ],
  async run(context, given) {
    const definition = readDefinition(context.config, {
      ...{ id: given.id, kind: given.kind, platform: given.platform, name: given.name ?? given.id },
      ...(await settingsIn(given)),
    })
    const secret = await registerClient(context, definition)
    const { id } = definition
    return {
      text: [`Registered ${id}.`, ...secretText(secret)].join('\n'),
      data: { id, ...(secret && { secret }) },
    }
  },
}

export const clientChange: Command = {
  usage: 'client change <id>',
  summary: 'Changes a client; each copy of the service follows within 5 seconds',
  options: [
    ...settings,
    { flags: '--add-redirect-uri <uri>', summary: 'adds one URI that receives codes' },
    {
      flags: '--expires <days>',
      summary: `with --add-redirect-uri: removes it again, such as 14d (at most ${maxExpiryDays}d)`,
    },
  ],
  async run(context, given) {
    const client = await requireClient(context.db, String(given.id))
    const definition = readDefinition(context.config, {
      ...client.definition,
      ...(given.name !== undefined && { name: given.name }),
      ...(await settingsIn(given)),
      ...addedUri(client, given),
    })
    const changes = differences([client], [definition])
    await saveClient(context.db, { ...client, definition })
    return { text: textOf(changes) || 'Nothing changes.', data: { changes } }
  },
}

function addedUri({ definition }: StoredClient, { addRedirectUri: uri, expires }: Given) {
  if (uri === undefined) {
    if (expires !== undefined) throw new CommandError('--expires needs --add-redirect-uri')
    return {}
  }
  const { redirectUris, expiringRedirectUris } = definition
  if (expires === undefined) return { redirectUris: [...new Set([...redirectUris, String(uri)])] }
  const others = expiringRedirectUris.filter(
    (each) => each.uri !== uri && Date.parse(each.until) > Date.now(),
  )
  return { expiringRedirectUris: [...others, { uri, until: daysFromNow(expires) }] }
}

export const clientRotateSecret: Command = {
  usage: 'client rotate-secret <id>',
  summary: 'Adds a secret and prints it once; the former secret works on for 7 days',
  options: [
    { flags: '--keep <days>', summary: 'how long the former secret works, such as 1d; 0d ends it at once' },
  ],
  async run(context, given) {
    const keptUntil = daysFromNow(given.keep ?? '7d')
    const secret = await addSecret(context.db, String(given.id), keptUntil)
    return {
      text: [...secretText(secret), `The former secret works until ${keptUntil}.`].join('\n'),
      data: { id: given.id, secret, keptUntil },
    }
  },
}

export const clientDisable: Command = {
  usage: 'client disable <id>',
  summary: 'Refuses every request of a client, and ends its sessions',
  async run(context, given) {
    const client = await requireClient(context.db, String(given.id))
    await saveClient(context.db, { ...client, disabledAt: client.disabledAt ?? new Date() })
    const ended = await endSessionsOfClient(context.db, client.definition.id)
    return {
      text: `Disabled ${client.definition.id}. Ended sessions: ${ended}.`,
      data: { id: given.id, ended },
    }
  },
}

export const clientEnable: Command = {
  usage: 'client enable <id>',
  summary: 'Serves a disabled client again; its users sign in again',
  async run(context, given) {
    const client = await requireClient(context.db, String(given.id))
    await saveClient(context.db, { ...client, disabledAt: null })
    return { text: `Enabled ${client.definition.id}.`, data: { id: given.id } }
  },
}

export const clientApply: Command = {
  usage: 'client apply <file>',
  summary:
    'Registers and changes the clients of a JSON file; prints the difference, and applies it with --yes',
  options: [{ flags: '--yes', summary: 'applies the difference' }],
  async run(context, given) {
    const wanted = await definitionsIn(context, String(given.file))
    const stored = await listStoredClients(context.db)
    const changes = differences(stored, wanted)
    if (changes.length === 0) return { text: 'Nothing changes.', data: { changes } }
    if (!given.yes)
      return { text: `${textOf(changes)}\nNothing is applied yet: add --yes.`, data: { changes } }
    const secrets: Record<string, string> = {}
    for (const definition of wanted) {
      const client = stored.find((each) => each.definition.id === definition.id)
      if (client) await saveClient(context.db, { ...client, definition })
      else {
        const secret = await registerClient(context, definition)
        if (secret) secrets[definition.id] = secret
      }
    }
    const lines = Object.entries(secrets).flatMap(([id, secret]) => [`${id}:`, ...secretText(secret)])
    return { text: [textOf(changes), 'Applied.', ...lines].join('\n'), data: { changes, secrets } }
  },
}

async function definitionsIn({ config }: Context, file: string) {
  const read = v.safeParse(v.array(v.unknown()), parsed(await textOfFile(file), file))
  if (!read.success) throw new CommandError(`${file} must be a list of clients`)
  const definitions = read.output.map((each) => readDefinition(config, each))
  const ids = definitions.map(({ id }) => id)
  const repeated = ids.find((id, index) => ids.indexOf(id) < index)
  if (repeated) throw new CommandError(`${file} has ${repeated} twice`)
  return definitions
}

function textOfFile(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => unreadable(file))
}

function unreadable(file: string): never {
  throw new CommandError(`The file ${file} cannot be read`)
}

function parsed(json: string, file: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new CommandError(`${file} is not JSON`)
  }
}

async function settingsIn(given: Given): Promise<object> {
  const list = (value: Given[string]) =>
    value === undefined ? undefined : String(value).split(/\s+/).filter(Boolean)
  const logoutUri = given.backchannelLogoutUri === 'none' ? undefined : given.backchannelLogoutUri
  const lists = {
    redirectUris: list(given.redirectUris),
    postLogoutRedirectUris: list(given.postLogoutRedirectUris),
    scopes: list(given.scopes),
    audiences: list(given.audiences),
    grants: list(given.grants),
  }
  return {
    ...Object.fromEntries(Object.entries(lists).filter(([, value]) => value !== undefined)),
    ...(given.backchannelLogoutUri !== undefined && { backchannelLogoutUri: logoutUri }),
    ...(given.minimumAcr !== undefined && { minimumAcr: Number(given.minimumAcr) }),
    ...(given.logo !== undefined && { logo: await logoIn(String(given.logo)) }),
    ...(given.jwksUri !== undefined && { jwksUri: given.jwksUri, jwks: undefined }),
    ...(given.jwks !== undefined && {
      jwksUri: undefined,
      jwks: parsed(await textOfFile(String(given.jwks)), String(given.jwks)),
    }),
  }
}

const logoTypes: Record<string, string> = { png: 'png', jpg: 'jpeg', jpeg: 'jpeg', webp: 'webp' }

async function logoIn(file: string): Promise<string | undefined> {
  if (file === 'none') return undefined
  const type = logoTypes[file.toLowerCase().split('.').at(-1) ?? '']
  if (!type) throw new CommandError('--logo must be the name of a .png, .jpg or .webp file')
  const bytes = await readFile(file).catch(() => unreadable(file))
  return `data:image/${type};base64,${bytes.toString('base64')}`
}

function daysFromNow(given: Given[string]): string {
  const days = /^(\d{1,3})d$/.exec(String(given))?.[1]
  if (days === undefined) throw new CommandError('Give a number of days, such as 14d')
  return new Date(Date.now() + Number(days) * 86_400_000).toISOString()
}

function shown({ definition, secrets, disabledAt }: StoredClient) {
  const dates = secrets.map(({ createdAt, until }) => ({ createdAt, until }))
  return {
    ...definition,
    entry: entryOf(definition),
    state: disabledAt ? ('disabled' as const) : ('enabled' as const),
    secrets: dates,
  }
}

/** The platform decides who may enter (docs/decisions/openid-connect.md). */
function entryOf({ kind, platform }: StoredClient['definition']): string {
  if (kind === 'machine') return 'no users'
  return platformRow(platform).signUp === 'open' ? 'anyone with an account' : `members of ${platform}`
}

function secretText(secret: string | null): string[] {
  return secret === null ? [] : [`Secret, shown only now: ${secret}`]
}

function textOf(changes: readonly Difference[]): string {
  return changes
    .map(({ id, setting, from, to }) => {
      if (setting === null) return `+ ${id}  new client`
      return `~ ${id}  ${setting}: ${brief(from)} -> ${brief(to)}`
    })
    .join('\n')
}

/** Cuts a value that is too long for a line, such as a picture. */
function brief(value: unknown): string {
  const json = JSON.stringify(value) ?? 'none'
  return json.length > 1_000 ? `${json.slice(0, 100)}… (${json.length} characters)` : json
}
