/** Lists the settings of an S3-compatible server that stores users' files. */
import * as v from 'valibot'
import * as kind from './setting-kinds.ts'

const word = kind.matching(/^[\x21-\x7e]{1,512}$/, 'must be one word')

export const storageSettings = {
  /**
   * An S3-compatible server that stores users' files instead of the folder: scheme, host and, for some servers, a path;
   * never the bucket. The first five settings are set together or not at all.
   */
  S3_ENDPOINT: v.optional(
    v.pipe(
      kind.secureUrl(false),
      v.check((given) => !/[?#]/.test(given), 'must have no query or fragment'),
      v.transform(kind.withoutEndSlashes),
    ),
  ),
  /** The region of the server. */
  S3_REGION: v.optional(kind.matching(/^[a-z0-9-]{2,64}$/, 'must be a region like eu-central-1 or auto')),
  /** The name of the bucket. */
  S3_BUCKET: v.optional(
    kind.matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket, without a path'),
  ),
  /** The id of the access key. */
  S3_ACCESS_KEY_ID: v.optional(word),
  /** The access key. */
  S3_SECRET_ACCESS_KEY: v.optional(word),
  /** The position of the bucket: `path` for `https://endpoint/bucket/`, `host` for `https://bucket.endpoint/`. */
  S3_BUCKET_IN: kind.oneOf(['path', 'host']),
}

/** Settings that are set together or not at all. */
export const s3Settings = [
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const

type StorageSettings = v.InferOutput<ReturnType<typeof asObject>>

function asObject() {
  return v.object(storageSettings)
}

/** Returns null if files are stored in the folder. */
export function toS3(settings: StorageSettings) {
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: bucket } = settings
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings
  if (!endpoint || !region || !bucket || !accessKeyId || !secretAccessKey) return null
  return { endpoint, region, bucket, accessKeyId, secretAccessKey, bucketIn: settings.S3_BUCKET_IN }
}
