/** Creates the services that every feature uses. */
import type { Route } from '@foyer/contract/routes/route'
import type { Kysely } from 'kysely'
import { createProofOfWork, type ProofOfWork } from './features/captcha/proof-of-work.ts'
import { pictureSources } from './features/pictures/picture-sources.ts'
import { createProviderPictures, type ProviderPictures } from './features/pictures/provider-pictures.ts'
import { type ClientKeys, createClientKeys } from './identity/credentials/client-keys.ts'
import { createHasher, type Hasher } from './identity/credentials/password-hashing.ts'
import {
  type Clients,
  findLogoutUriIn,
  isOwnPlatformIn,
  openClients,
  type PlatformClient,
  storeClients,
} from './identity/credentials/platform-clients.ts'
import { type AccessTokens, type Caller, createAccessTokens } from './identity/sessions/access-tokens.ts'
import type { TokenMaker } from './identity/sessions/issue-tokens.ts'
import { signLogoutToken } from './identity/sessions/logout-tokens.ts'
import { createFirstKey } from './identity/tokens/key-rotation.ts'
import { openSigningKeys, type SigningKeys } from './identity/tokens/signing-keys.ts'
import { createNames, type NameUser } from './identity/tokens/subjects.ts'
import { buildInfo } from './kernel/build-info.ts'
import { type Clock, createClock } from './kernel/clock.ts'
import type { Config } from './kernel/config/config.ts'
import type { Tables } from './kernel/db/tables.ts'
import type { RequestTo as RequestToRoute } from './kernel/http/handler.ts'
import type { ServeOAuthRoute } from './kernel/http/oauth-routes/serve-oauth-routes.ts'
import type { ServePageRoute } from './kernel/http/page-routes/serve-page-routes.ts'
import type { Serve as ServeRoute } from './kernel/http/serve.ts'
import { createKeyring, type Keyring } from './kernel/keyring.ts'
import { watchHashing } from './kernel/metrics/capacity-metrics.ts'
import { createMetrics, type Metrics } from './kernel/metrics/metrics.ts'
import { openStorage } from './kernel/storage/open-storage.ts'
import type { Storage } from './kernel/storage/storage.ts'
import { createMalwareScan, type MalwareScan } from './kernel/uploads/malware-scan.ts'
import { createOutbox, type Outbox } from './messages/outbox.ts'
import { createSenders } from './messages/senders/create-senders.ts'

export type Services = TokenMaker & {
  config: Config
  db: Kysely<Tables>
  clients: Clients
  clientKeys: ClientKeys
  nameUser: NameUser
  keyring: Keyring
  hasher: Hasher
  signingKeys: SigningKeys
  accessTokens: AccessTokens
  metrics: Metrics
  clock: Clock
  proofOfWork: ProofOfWork
  outbox: Outbox
  storage: Storage
  /** null if uploads are not scanned. */
  malwareScan: MalwareScan | null
  providerPictures: ProviderPictures
}

/** The `serve` function of the features. */
export type Serve = ServeRoute<Caller, PlatformClient>

/** The input of a route's handler. */
export type RequestTo<R extends Route> = RequestToRoute<R, Caller, PlatformClient>

/** The `serveOAuth` function of the features. */
export type ServeOAuth = ServeOAuthRoute

/** The `servePage` function of the features. */
export type ServePage = ServePageRoute

/** Creates the services and their first rows on a migrated database. */
export async function openServices(
  config: Config,
  db: Kysely<Tables>,
  secrets: readonly Buffer[],
): Promise<Services> {
  const services = createServices(config, db, secrets)
  await noteInstallation(services)
  return services
}

/** Creates the services without any query. */
export function createServices(config: Config, db: Kysely<Tables>, secrets: readonly Buffer[]): Services {
  const keyring = createKeyring(secrets)
  const hasher = createHasher(config.hashing)
  const metrics = createMetrics(buildInfo)
  watchHashing(metrics, hasher)
  const signingKeys = openSigningKeys(db, keyring)
  const clients = openClients(db, config.registry.clients)
  const nameUser = createNames(keyring, clients)
  const storage = openStorage(config, {
    note: (operation, result) => metrics.storageCalls.inc({ operation, result }),
    onFull: () => metrics.storageFull.inc(),
  })
  return {
    config,
    db,
    clients,
    clientKeys: createClientKeys({ networks: config.backChannelNetworks }),
    nameUser,
    keyring,
    signingKeys,
    hasher,
    metrics,
    clock: createClock(db, metrics),
    accessTokens: createAccessTokens(
      db,
      signingKeys,
      config.baseUrl,
      (clientId) => config.registry.clients.find(({ id }) => id === clientId)?.external ?? null,
      nameUser,
    ),
    proofOfWork: createProofOfWork(config, db, keyring),
    storage,
    malwareScan:
      config.clamav && createMalwareScan(config.clamav, (result) => metrics.malwareScans.inc({ result })),
    providerPictures: createProviderPictures({ db, storage, metrics }, pictureSources(config)),
    outbox: createOutbox({
      keyring,
      installation: config,
      senders: createSenders(config.delivery, config.hasDevTools),
      keepsContent: config.hasDevTools,
      backChannel: {
        findLogoutUri: findLogoutUriIn(db, config.registry.clients),
        isOwnPlatform: isOwnPlatformIn(config.registry.clients),
        networks: config.backChannelNetworks,
        signLogout: (logout) => signLogoutToken(signingKeys, config.baseUrl, logout, nameUser),
      },
    }),
  }
}

/**
 * Stores the first rows of a migrated database: a signing key that these secrets decrypt, and the registry's clients.
 */
export async function noteInstallation({ config, db, keyring }: Services): Promise<void> {
  await createFirstKey(db, keyring)
  await openSigningKeys(db, keyring).active()
  await storeClients(db, config.registry.clients)
}
