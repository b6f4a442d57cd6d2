/** Where analytics is forwarded to, read from the environment by config.ts. */

export type Collector = {
  url: string
  /** Sent as a bearer token. */
  token: string | null
}

type Environment = Record<string, string | undefined>

/** null: what is told to analytics stays here, and not for long. */
export function readCollector(env: Environment, faults: string[]): Collector | null {
  const { ANALYTICS_URL: url, ANALYTICS_TOKEN: token } = env
  if (token && !/^[\x21-\x7e]+$/.test(token)) faults.push('ANALYTICS_TOKEN must be one word')
  if (!url) {
    if (token) faults.push('ANALYTICS_URL is missing')
    return null
  }
  const parsed = URL.parse(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username || parsed.password)
    faults.push('ANALYTICS_URL must be an http or https address without a password')
  return { url, token: token || null }
}
