/** Tests the settings of the storage of users' files (N-126). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readConfig } from './config.ts'
import { production, faultsOf as refusalsOf, writeTemporary } from './test-environment.ts'

const s3 = {
  S3_ENDPOINT: 'https://s3.example.com/',
  S3_REGION: 'eu-central-1',
  S3_BUCKET: 'foyer-files',
  S3_ACCESS_KEY_ID: 'AKIA0123456789',
  S3_SECRET_ACCESS_KEY: 'secret/key+',
}
const faultsOf = (changed: Record<string, string>) => refusalsOf({ ...production, ...s3, ...changed })

describe('settings of the bucket of files', () => {
  it('uses a folder by default, and a bucket where all of its settings are given', () => {
    assert.equal(readConfig({ ...production }).s3, null)
    const wanted = {
      ...{ endpoint: 'https://s3.example.com', region: 'eu-central-1', bucket: 'foyer-files' },
      ...{ accessKeyId: 'AKIA0123456789', secretAccessKey: 'secret/key+', bucketIn: 'path' },
    }
    assert.deepEqual(readConfig({ ...production, ...s3 }).s3, wanted)
    const { S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: key, ...rest } = s3
    const files = {
      S3_ACCESS_KEY_ID_FILE: writeTemporary(`${id}\n`),
      S3_SECRET_ACCESS_KEY_FILE: writeTemporary(`${key}\n`),
    }
    assert.deepEqual(readConfig({ ...production, ...rest, ...files }).s3, wanted)
  })

  it('refuses a bucket of which a setting is missing or faulty, without its value', () => {
    for (const name of Object.keys(s3)) assert.deepEqual(faultsOf({ [name]: '' }), [`${name} is missing`])
    const faulty: [string, Record<string, string>][] = [
      ['S3_ENDPOINT must be an https address', { S3_ENDPOINT: 'http://s3.example.com' }],
      ['S3_ENDPOINT must be an https address', { S3_ENDPOINT: 'http://127.0.0.1:9000' }],
      ['S3_ENDPOINT must be an https address', { S3_ENDPOINT: 'https://secret@s3.example.com' }],
      ['S3_ENDPOINT must have no query or fragment', { S3_ENDPOINT: 'https://s3.example.com/?secret' }],
      ['S3_REGION must be a region like eu-central-1 or auto', { S3_REGION: 'Secret Region' }],
      ['S3_BUCKET must be the name of a bucket, without a path', { S3_BUCKET: 'secret/path' }],
      ['S3_SECRET_ACCESS_KEY must be one word', { S3_SECRET_ACCESS_KEY: 'secret key' }],
      ['S3_BUCKET_IN must be one of path, host', { S3_BUCKET_IN: 'secret' }],
    ]
    for (const [line, env] of faulty) assert.deepEqual(faultsOf(env), [line])
  })

  it('lets a bucket be on this machine while developing', () => {
    const local = { ...s3, S3_ENDPOINT: 'http://127.0.0.1:9000' }
    assert.equal(readConfig(local).s3?.endpoint, 'http://127.0.0.1:9000')
  })
})
