import type { IncomingMessage, ServerResponse } from 'node:http'

const maxBodyBytes = 64 * 1024

/** Reads the body of a form; rejects a body that is too long. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBodyBytes) throw new Error('The form is too long.')
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString())
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
  response.end(JSON.stringify(body))
}

export function sendRedirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, 'cache-control': 'no-store', 'content-length': 0 }).end()
}

export function urlOf(request: IncomingMessage): URL {
  return new URL(request.url ?? '/', 'http://stand-ins')
}
