/**
 * Computes HMAC-SHA256 (RFC 2104) from two one-shot hashes, which takes less than half the time of an Hmac object: a request
 * needs up to eight, each of a few bytes.
 */
import { hash } from 'node:crypto'

const blockBytes = 64
const macBytes = 32
/** Longer texts, such as the JSON of a request that may be repeated, get a buffer of their own. */
const usualBytes = 1_024

export type Mac = (text: string | Buffer) => Buffer

/** `key`: at most 64 bytes. A longer one would have to be hashed first. */
export function createMac(key: Buffer): Mac {
  if (key.length > blockBytes) throw new RangeError('The key is longer than a block')
  const usual = Buffer.alloc(blockBytes + usualBytes)
  pad(key, 0x36).copy(usual)
  const outer = Buffer.concat([pad(key, 0x5c), Buffer.alloc(macBytes)])

  function innerHash(text: string | Buffer): Buffer {
    const length = typeof text === 'string' ? Buffer.byteLength(text) : text.length
    const whole =
      length <= usualBytes ? usual : Buffer.concat([usual.subarray(0, blockBytes)], blockBytes + length)
    if (typeof text === 'string') whole.write(text, blockBytes)
    else text.copy(whole, blockBytes)
    return hash('sha256', whole.subarray(0, blockBytes + length), 'buffer')
  }

  return (text) => {
    innerHash(text).copy(outer, blockBytes)
    return hash('sha256', outer, 'buffer')
  }
}

function pad(key: Buffer, byte: number): Buffer {
  const block = Buffer.alloc(blockBytes, byte)
  for (const [index, keyByte] of key.entries()) block[index] = keyByte ^ byte
  return block
}
