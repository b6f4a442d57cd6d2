/**
 * Makes the picture that a provider delivers the picture of a user who has none: fetches it, makes a small one of it and
 * stores that. It happens after the sign-in was answered. Whatever fails is given up: the next sign-in tries again.
 */
import type { SocialProvider } from '@foyer/contract/social/providers'
import type { Kysely } from 'kysely'
import { giveFirstPicture, lacksPicture } from '../../identity/users/pictures.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Metrics } from '../../kernel/metrics/metrics.ts'
import { boundedDownload, DownloadError } from '../../kernel/outbound/bounded-download.ts'
import { pictureFiles } from '../../kernel/storage/owned-files.ts'
import type { Storage } from '../../kernel/storage/storage.ts'
import {
  interlacedPixels,
  NoPictureError,
  pictureEdge,
  remakeImage,
} from '../../kernel/uploads/remake-image.ts'
import { inGoodSize, mayFetch, type SourceOf } from './picture-sources.ts'
import { createWorkQueue } from './work-queue.ts'

const downloadMaxBytes = 2_097_152
const urlMaxLength = 2_048
/** Providers deliver pictures of up to a megapixel. */
const mostPixels = interlacedPixels
/** A school class that signs up at the same time. Each entry is a URL and an id. */
const mostWaiting = 100

/** Results of a provider's picture: `kept` leaves the user's own, `dropped` was never begun. */
const pictureResults = ['stored', 'kept', 'refused', 'unreachable', 'failed', 'dropped'] as const
type PictureResult = (typeof pictureResults)[number]

type ProviderPicture = {
  userId: string
  provider: SocialProvider
  /** The URL as the provider gave it; it is neither stored nor logged. */
  url: string
  /** Writes to the log of the request that signed the user in. */
  warn(message: string, details: Record<string, string>): void
}

export type ProviderPictures = {
  /** Returns at once; call it after the transaction that signed the user in. */
  adopt(picture: ProviderPicture): void
  /** Resolves when nothing is left to do. */
  whenIdle(): Promise<void>
  /** Ends the work under way and drops the rest. */
  stop(): Promise<void>
}

type Resources = { db: Kysely<Tables>; storage: Storage; metrics: Pick<Metrics, 'providerPictures'> }

/** `downloadMs` bounds one download; tests shorten it. */
export function createProviderPictures(
  resources: Resources,
  sourceOf: SourceOf,
  { downloadMs } = { downloadMs: 3_000 },
): ProviderPictures {
  const queue = createWorkQueue({ mostWaiting })

  function note({ provider, warn }: ProviderPicture, result: PictureResult, fault?: string): void {
    resources.metrics.providerPictures.inc({ provider, result })
    if (fault) warn('no picture of the provider', { provider, result, fault })
  }

  async function adopt(picture: ProviderPicture, stopping: AbortSignal): Promise<void> {
    const { userId, provider, url } = picture
    try {
      if (!(await lacksPicture(resources.db, userId))) return note(picture, 'kept')
      const original = await download(
        sourceOf(provider),
        url,
        AbortSignal.any([AbortSignal.timeout(downloadMs), stopping]),
      )
      const bytes = await remakeImage(original, { userId, shape: 'square', mostPixels })
      const isStored = await pictureFiles.store(resources, { ending: 'webp', bytes }, {}, (id) =>
        giveFirstPicture(resources.db, { id, userId, provider }),
      )
      note(picture, isStored ? 'stored' : 'kept')
    } catch (error) {
      if (error instanceof NoPictureError) note(picture, 'refused', error.message)
      else if (error instanceof DownloadError)
        note(picture, error.isRefusal ? 'refused' : 'unreachable', error.message)
      // The message of any other error may name what was fetched.
      else note(picture, 'failed', (error as { code?: string }).code ?? 'unexpected')
    }
  }

  return {
    adopt(picture) {
      if (!queue.add((stopping) => adopt(picture, stopping))) note(picture, 'dropped')
    },
    whenIdle: queue.whenIdle,
    stop: queue.stop,
  }
}

async function download(source: ReturnType<SourceOf>, given: string, signal: AbortSignal): Promise<Buffer> {
  const url = given.length <= urlMaxLength ? URL.parse(given) : null
  if (!url) throw new DownloadError('not a URL', { isRefusal: true })
  return boundedDownload({
    url: inGoodSize(url, pictureEdge),
    mayCall: (called) => mayFetch(source, called),
    mayBePrivate: source.standIn !== null,
    maxBytes: downloadMaxBytes,
    signal,
  })
}
