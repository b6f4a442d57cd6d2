/** Kept-alive connections that speak JSON as many clients do; an answer other than 2xx is an error of the bench. */
import { type Dispatcher, Pool } from 'undici'

export type Answer = { status: number; headers: Dispatcher.ResponseData['headers']; text: string }

type Sent = { body?: unknown; headers?: Record<string, string> }

export type HttpClient = {
  /** Whatever the answer is. */
  ask(method: 'GET' | 'POST', path: string, sent?: Sent): Promise<Answer>
  /** `data` of a good answer. */
  // biome-ignore lint/suspicious/noExplicitAny: a bench reads answers it knows.
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<any>
  close(): Promise<void>
}

/** Calls come from so many addresses in turn, as the trusted proxy says. */
export function openHttpClient(url: string, connections: number, addresses = 16_384): HttpClient {
  const pool = new Pool(url, { connections })
  let turn = 0

  async function ask(method: 'GET' | 'POST', path: string, { body, headers }: Sent = {}): Promise<Answer> {
    turn = (turn + 1) % addresses
    const answer = await pool.request({
      method,
      path,
      headers: {
        'x-forwarded-for': `10.0.${turn >> 8}.${turn & 255}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
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
  }
}
