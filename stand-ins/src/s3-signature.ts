/**
 * Verifies the signature of a request to S3 (AWS Signature Version 4 in the Authorization header), written from its
 * description alone: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export type SignedRequest = {
  method: string
  /** Path and query as they were sent. */
  target: string
  headers: Record<string, string | string[] | undefined>
  body: Uint8Array
}

export type S3Key = { accessKeyId: string; secretAccessKey: string; region: string }

/** S3 refuses requests whose clock differs by more. */
const mostSkewMs = 900_000

/** Returns the error code that S3 answers, or null for a right signature. */
export function faultOfSignature(request: SignedRequest, key: S3Key, now = Date.now()): string | null {
  const given = readAuthorization(headerOf(request, 'authorization'))
  if (!given) return headerOf(request, 'authorization') ? 'AuthorizationHeaderMalformed' : 'AccessDenied'
  const [accessKeyId, day = '', region, service, end] = given.credential.split('/')
  if (accessKeyId !== key.accessKeyId) return 'InvalidAccessKeyId'
  const time = headerOf(request, 'x-amz-date')
  const isInScope = region === key.region && service === 's3' && end === 'aws4_request'
  if (!isInScope || !time.startsWith(`${day}T`)) return 'AuthorizationHeaderMalformed'
  if (!(Math.abs(now - timeOf(time)) <= mostSkewMs)) return 'RequestTimeTooSkewed'
  if (!mustBeSigned(request).every((name) => given.signedHeaders.includes(name))) return 'AccessDenied'
  const payloadHash = headerOf(request, 'x-amz-content-sha256')
  if (payloadHash !== sha256(request.body)) return 'XAmzContentSHA256Mismatch'
  const scope = `${day}/${region}/s3/aws4_request`
  const canonical = canonicalRequest(request, given.signedHeaders, payloadHash)
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const signature = hmac(signingKey(key, day), toSign)
  const isRight =
    given.signature.length === 64 && timingSafeEqual(Buffer.from(given.signature, 'hex'), signature)
  return isRight ? null : 'SignatureDoesNotMatch'
}

function readAuthorization(header: string) {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^,\s]+), ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      header,
    )
  if (!match) return null
  const [, credential = '', signedHeaders = '', signature = ''] = match
  return { credential, signedHeaders: signedHeaders.split(';'), signature }
}

function mustBeSigned({ headers }: SignedRequest): string[] {
  return [
    'host',
    ...Object.keys(headers).filter((name) => name === 'content-type' || name.startsWith('x-amz-')),
  ]
}

function canonicalRequest(request: SignedRequest, signedHeaders: string[], payloadHash: string): string {
  const [path = '', query = ''] = request.target.split('?')
  const headers = signedHeaders.map(
    (name) => `${name}:${headerOf(request, name).trim().replace(/ +/g, ' ')}\n`,
  )
  return [
    request.method,
    encoded(decodeURIComponent(path), true),
    canonicalQuery(query),
    headers.join(''),
    signedHeaders.join(';'),
    payloadHash,
  ].join('\n')
}

function canonicalQuery(query: string): string {
  return [...new URLSearchParams(query)]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')
}

/** Encodes all but the unreserved characters of RFC 3986, and keeps the slashes of a path. */
function encoded(text: string, isPath = false): string {
  const all = encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return isPath ? all.replaceAll('%2F', '/') : all
}

function signingKey({ secretAccessKey, region }: S3Key, day: string): Buffer {
  let key: Buffer = Buffer.from(`AWS4${secretAccessKey}`)
  for (const part of [day, region, 's3', 'aws4_request']) key = hmac(key, part)
  return key
}

/** Reads 20130524T000000Z. */
function timeOf(text: string): number {
  return Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}

function headerOf({ headers }: SignedRequest, name: string): string {
  const value = headers[name]
  return Array.isArray(value) ? value.join(',') : (value ?? '')
}

function hmac(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}
