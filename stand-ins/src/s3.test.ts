/** Checks the stand-in with the examples that AWS publishes for its signature, and with requests that lie. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { faultOfSignature, type SignedRequest } from './s3-signature.ts'

// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
const key = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const now = Date.parse('2013-05-24T00:00:00Z')
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

const examples: Record<'get' | 'put' | 'query', SignedRequest> = {
  get: {
    method: 'GET',
    target: '/test.txt',
    headers: {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': emptyHash,
      'x-amz-date': '20130524T000000Z',
      authorization: authorization(
        'host;range;x-amz-content-sha256;x-amz-date',
        'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
      ),
    },
    body: Buffer.alloc(0),
  },
  put: {
    method: 'PUT',
    target: '/test%24file.text',
    headers: {
      host: 'examplebucket.s3.amazonaws.com',
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      'x-amz-date': '20130524T000000Z',
      authorization: authorization(
        'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
        '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
      ),
    },
    body: Buffer.from('Welcome to Amazon S3.'),
  },
  query: {
    method: 'GET',
    target: '/?lifecycle',
    headers: {
      host: 'examplebucket.s3.amazonaws.com',
      'x-amz-content-sha256': emptyHash,
      'x-amz-date': '20130524T000000Z',
      authorization: authorization(
        'host;x-amz-content-sha256;x-amz-date',
        'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
      ),
    },
    body: Buffer.alloc(0),
  },
}

function authorization(signedHeaders: string, signature: string): string {
  const credential = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request'
  return `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=${signedHeaders},Signature=${signature}`
}

describe('signature of S3 requests', () => {
  it('takes the examples that AWS publishes', () => {
    for (const [name, example] of Object.entries(examples))
      assert.equal(faultOfSignature(example, key, now), null, name)
  })

  it('refuses a request of which anything signed was changed', () => {
    const { put } = examples
    const changed: [SignedRequest, string][] = [
      [{ ...put, method: 'DELETE' }, 'SignatureDoesNotMatch'],
      [{ ...put, target: '/test%24file2.text' }, 'SignatureDoesNotMatch'],
      [{ ...put, target: '/test%24file.text?acl' }, 'SignatureDoesNotMatch'],
      [{ ...put, body: Buffer.from('Welcome to Amazon S4.') }, 'XAmzContentSHA256Mismatch'],
      [{ ...put, headers: { ...put.headers, host: 'other.s3.amazonaws.com' } }, 'SignatureDoesNotMatch'],
      [{ ...put, headers: { ...put.headers, 'x-amz-acl': 'public-read' } }, 'AccessDenied'],
      [{ ...put, headers: { ...put.headers, 'content-type': 'text/html' } }, 'AccessDenied'],
      [{ ...put, headers: { ...put.headers, authorization: undefined } }, 'AccessDenied'],
      [{ ...put, headers: { ...put.headers, authorization: 'Bearer x' } }, 'AuthorizationHeaderMalformed'],
    ]
    for (const [index, [request, fault]] of changed.entries())
      assert.equal(faultOfSignature(request, key, now), fault, `number ${index}`)
  })

  it('refuses another key, another region and another time', () => {
    const { get } = examples
    assert.equal(faultOfSignature(get, { ...key, secretAccessKey: 'x' }, now), 'SignatureDoesNotMatch')
    assert.equal(faultOfSignature(get, { ...key, accessKeyId: 'x' }, now), 'InvalidAccessKeyId')
    assert.equal(faultOfSignature(get, { ...key, region: 'x' }, now), 'AuthorizationHeaderMalformed')
    assert.equal(faultOfSignature(get, key, now + 901_000), 'RequestTimeTooSkewed')
  })
})
