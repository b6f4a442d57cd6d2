/** Starts the examples for their tests, each a process, and plays the browser of a user. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'

type Command = { program: string; args: string[]; cwd?: string; env: NodeJS.ProcessEnv }

/** Starts an example, which writes a line once it listens. Returns what ends it and waits for the end. */
export async function startExample({ program, args, cwd, env }: Command): Promise<() => Promise<void>> {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  process.once('exit', () => child.kill())
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  assert.equal(child.exitCode, null, output)
  return async () => {
    if (child.exitCode === null && child.kill()) await once(child, 'exit')
  }
}

/** Keeps the cookies of one browser, and follows no redirect. */
export function createVisit(origin: string) {
  const cookies = new Map<string, string>()
  return async (path: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, ...init.headers }
    const response = await fetch(new URL(path, origin), { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) cookies.set(name, value)
      else cookies.delete(name)
    }
    const location = response.headers.get('location') ?? ''
    return { status: response.status, location, text: await response.text() }
  }
}
