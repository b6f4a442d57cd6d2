/** Runs a stand-in for a provider's picture server; each path has its own answer. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = (response: ServerResponse) => void

export type PictureServer = {
  origin: string
  /** Registers an answer and returns its URL. */
  serve(answer: Buffer | Answer): string
  /** Returns the number of requests so far. */
  count(): number
  close(): Promise<void>
}

export async function openPictureServer(): Promise<PictureServer> {
  const answers = new Map<string, Answer>()
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    answers.get(request.url ?? '')?.(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    serve(answer) {
      const path = `/private-picture-${answers.size + 1}`
      answers.set(path, typeof answer === 'function' ? answer : (response) => response.end(answer))
      return `${origin}${path}`
    },
    count: () => asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
