/** Builds the multipart body of an upload byte by byte, so that tests can also send malformed ones. */
import { randomUUID } from 'node:crypto'

type FormPart = {
  bytes: Buffer | string
  name?: string
  /** null omits the file name, which makes the part a field instead of a file. */
  fileName?: string | null
  type?: string
}

export type Form = { headers: Record<string, string>; payload: Buffer }

/** The default name and type are false, because the service must ignore both. */
export function uploadForm(...parts: FormPart[]): Form {
  const boundary = `----foyer${randomUUID()}`
  const written = parts.flatMap(
    ({ bytes, name = 'file', fileName = '../../etc/passwd.html', type = 'text/html' }) => [
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${fileName === null ? '' : `; filename="${fileName}"`}\r\ncontent-type: ${type}\r\n\r\n`,
      ),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    ],
  )
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)]),
  }
}
