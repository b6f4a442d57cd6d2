/** Tests the check of uploaded files: ordinary files, and files made by attackers (N-127). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { documentTypes, pictureTypes } from '@foyer/contract/file-types'
import sharp from 'sharp'
import { Failure } from '../failure.ts'
import { checkUpload } from './check-upload.ts'
import { claimingPng, falsePictures, foreignFiles, pdf, photo, scriptPdf } from './test-files.ts'

const [userId, malwareScan] = ['a', null]
const evidence = (bytes: Buffer, of = userId) =>
  checkUpload({ bytes, types: documentTypes }, { userId: of, malwareScan, shape: 'page' })

/** Returns the code of the refusal and the sentence about the file. */
async function refusalOf(bytes: Buffer, check = (given: Buffer) => evidence(given)): Promise<string> {
  try {
    await check(bytes)
    return 'taken'
  } catch (error) {
    assert.ok(error instanceof Failure, String(error))
    return `${error.code}: ${error.body().errors.fieldErrors?.file?.[0]}`
  }
}

describe('pictures that are uploaded', () => {
  it('takes two pictures of a user at a time, so that many of one user keep nobody else out', async () => {
    const picture = await photo().png().toBuffer()
    const own = Promise.allSettled(Array.from({ length: 17 }, () => evidence(picture)))
    assert.equal((await evidence(picture, 'b')).ending, 'webp')
    const refused = (await own).flatMap((result) =>
      result.status === 'rejected' ? [result.reason.code] : [],
    )
    assert.deepEqual(refused, Array(15).fill('too-many-attempts'))
    assert.equal((await evidence(picture)).ending, 'webp')
  })

  it('makes few pictures of all users wait, and takes the next one afterwards', async () => {
    const picture = await photo().png().toBuffer()
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, (_, place) => evidence(picture, `user ${place}`)),
    )
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
    assert.deepEqual(refused, Array(13).fill('overloaded'))
    assert.equal((await evidence(picture)).ending, 'webp')
  })

  it('makes a jpg, png and webp anew as WebP, upright, without what it says of place and author', async () => {
    const turned = photo(400, 200).withMetadata({ orientation: 6 })
    for (const original of [
      await turned.clone().jpeg().toBuffer(),
      await photo(200, 400).png().toBuffer(),
      await photo(200, 400).webp().toBuffer(),
    ]) {
      const { ending, bytes } = await evidence(original)
      const { width, height, format, exif, xmp, icc, orientation } = await sharp(bytes).metadata()
      assert.deepEqual([ending, format, width, height], ['webp', 'webp', 200, 400])
      assert.deepEqual([exif, xmp, icc, orientation], [undefined, undefined, undefined, undefined])
      assert.ok(!bytes.includes('private-artist') && !bytes.includes('GPS'))
    }
  })

  it('drops what stands behind the picture', async () => {
    const polyglot = Buffer.concat([
      await photo().jpeg().toBuffer(),
      Buffer.from('PK<script>alert(1)</script>'),
    ])
    assert.ok(!(await evidence(polyglot)).bytes.includes('alert'))
  })

  it('fits each shape without enlarging, and keeps what is transparent', async () => {
    const large = await photo(2_400, 1_800).jpeg().toBuffer()
    const sizes = await Promise.all(
      (['square', 'page', 'logo'] as const).map(async (shape) => {
        const { width, height } = await sharp(
          (await checkUpload({ bytes: large, types: pictureTypes }, { userId: shape, malwareScan, shape }))
            .bytes,
        ).metadata()
        return [width, height]
      }),
    )
    assert.deepEqual(sizes, [
      [256, 256],
      [2_000, 1_500],
      [512, 384],
    ])
    const clear = await sharp({ create: { width: 40, height: 20, channels: 4, background: '#0000' } })
      .png()
      .toBuffer()
    const { width, hasAlpha } = await sharp(
      (await checkUpload({ bytes: clear, types: pictureTypes }, { userId, malwareScan, shape: 'logo' }))
        .bytes,
    ).metadata()
    assert.deepEqual([width, hasAlpha], [40, true])
  })

  it('refuses a picture that unpacks to more than memory has, before it is decoded', async () => {
    const tooLarge = 'file-unreadable: This picture is too large. Make it smaller, then choose it again.'
    const interlaced = await photo(2_100, 2_100).png({ progressive: true }).toBuffer()
    for (const bomb of [claimingPng(60_000, 60_000), claimingPng(5_100, 5_100), interlaced]) {
      assert.ok(bomb.length < 300_000)
      assert.equal(await refusalOf(bomb), tooLarge)
    }
  })

  it('refuses files of other types, and files that only begin like a picture', async () => {
    for (const [name, bytes] of Object.entries(foreignFiles))
      assert.equal(await refusalOf(bytes), 'file-type: Choose a JPG, PNG, WebP or PDF file.', name)
    for (const [name, bytes] of Object.entries(falsePictures))
      assert.equal(
        await refusalOf(bytes),
        'file-unreadable: We can’t read this file. Choose another one.',
        name,
      )
    const picturesOnly = (bytes: Buffer) =>
      checkUpload({ bytes, types: pictureTypes }, { userId, malwareScan, shape: 'square' })
    assert.equal(await refusalOf(pdf(), picturesOnly), 'file-type: Choose a JPG, PNG or WebP picture.')
  })
})

describe('PDFs that are uploaded', () => {
  it('takes a PDF as it is, whatever its objects do', async () => {
    for (const whole of [pdf(), scriptPdf, pdf().subarray(0, 100)]) {
      const { ending, bytes } = await evidence(whole)
      assert.equal(ending, 'pdf')
      assert.ok(bytes.equals(whole))
    }
  })
})
