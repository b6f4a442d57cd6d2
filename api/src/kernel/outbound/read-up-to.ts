/** Reads the body of an answer up to a size; leaving the loop early closes the connection. */

export async function readUpTo(maxBytes: number, response: Response): Promise<string> {
  return (await readBytesUpTo(maxBytes, response.body ?? [])).toString('utf8')
}

export async function readBytesUpTo(
  maxBytes: number,
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw new Error(`The answer is larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
