/**
 * Gives a user without a picture the provider's picture: fetches it, makes a small copy and stores the copy. This
 * happens after the sign-in was answered. A failure is not retried; the next sign-in tries again.
 */
import type { SocialProvider } from '@foyer/contract/social/providers'
import type { Kysely } from 'kysely'
import { giveFirstPicture, lacksPicture } from '../../identity/users/pictures.ts'
import type { Tables } from '../../kernel/db/tables.ts'
import type { Metrics } from '../../kernel/metrics/metrics.ts'
import { boundedDownload, DownloadError } from '../../kernel/outbound/bounded-download.ts'
import { isPublic } from '../../kernel/outbound/public-addresses.ts'
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
/** Providers supply pictures of up to one megapixel. */
const mostPixels = interlacedPixels
/** Enough for a school class that signs up at the same time. Each entry is only a URL and an id. */
const mostWaiting = 100

/** The results: `kept` means that the user has a picture already, `dropped` that the queue was full or stopped. */
const pictureResults = ['stored', 'kept', 'refused', 'unreachable', 'failed', 'dropped'] as const
type PictureResult = (typeof pictureResults)[number]

type ProviderPicture = {
  userId: string
  provider: SocialProvider
  /** The provider's URL, which is neither stored nor logged. */
  url: string
  /** Writes to the log of the sign-in request. */
  warn(message: string, details: Record<string, string>): void
}

export type ProviderPictures = {
  /** Queues the picture and returns at once. Call it after the transaction of the sign-in. */
  adopt(picture: ProviderPicture): void
  /** Resolves when the queue is empty. */
  whenIdle(): Promise<void>
  /** Finishes the current picture and drops the rest. */
  stop(): Promise<void>
}

type Resources = { db: Kysely<Tables>; storage: Storage; metrics: Pick<Metrics, 'providerPictures'> }

/** Creates the queue. `downloadMs` limits one download; tests shorten it. */
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
      // Logs only the code: the message of another error may contain the URL.
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
    mayReach: source.standIn === null ? isPublic : null,
    accept: 'image/*',
    maxBytes: downloadMaxBytes,
    signal,
  })
}
