/** Sends JSON and forms over keep-alive connections, from many client addresses. */
import { type Dispatcher, Pool } from 'undici'

export type Answer = { status: number; headers: Dispatcher.ResponseData['headers']; text: string }

type Sent = { body?: unknown; form?: URLSearchParams; headers?: Record<string, string> }

export type HttpClient = {
  /** Returns the answer, whatever its status. */
  ask(method: 'GET' | 'POST', path: string, sent?: Sent): Promise<Answer>
  /** Returns `data` of the answer; throws when the status is 300 or above. */
  // biome-ignore lint/suspicious/noExplicitAny: a bench reads answers it knows.
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<any>
  close(): Promise<void>
  /** Cuts the requests that are still under way. */
  destroy(): Promise<void>
}

/** Requests come from so many addresses in turn, as `X-Forwarded-For` of the trusted proxy says; 0 sends no such header. */
export function openHttpClient(
  url: string,
  connections: number,
  { addresses = 16_384, ...limits }: { addresses?: number } & Pool.Options = {},
): HttpClient {
  const pool = new Pool(url, { connections, ...limits })
  let turn = 0

  async function ask(method: 'GET' | 'POST', path: string, sent: Sent = {}): Promise<Answer> {
    const { body, form, headers } = sent
    turn = (turn + 1) % (addresses || 1)
    const answer = await pool.request({
      method,
      path,
      headers: {
        ...(addresses > 0 && { 'x-forwarded-for': `10.0.${turn >> 8}.${turn & 255}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      body: form ? form.toString() : body === undefined ? null : JSON.stringify(body),
    })
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
  }

  return {
    ask,
    async post(path, body, headers) {
      const answer = await ask('POST', path, { body, ...(headers && { headers }) })
      if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`)
      const json = JSON.parse(answer.text)
      return json.data ?? json
    },
    close: () => pool.close(),
    destroy: () => pool.destroy(),
  }
}
