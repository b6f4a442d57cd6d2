/** Reads single variables. A fault is noted as one line that names the variable, never its value; reading goes on. */
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'

export type Environment = Record<string, string | undefined>

/** Reads empty variables as unset: a container or a unit file passes a setting on without a value where none was given. */
export function withoutEmpty(env: Environment): Environment {
  return new Proxy(env, { get: (target, name) => target[String(name)] || undefined })
}

/** A fallback of undefined means that the variable must be set. */
export function createReader(env: Environment, faults: string[]) {
  function integer(name: string, fallback: number, max = Number.MAX_SAFE_INTEGER): number {
    const given = env[name]
    if (!given) return fallback
    if (/^[0-9]{1,15}$/.test(given) && Number(given) >= 1 && Number(given) <= max) return Number(given)
    faults.push(`${name} must be a whole number from 1${max < Number.MAX_SAFE_INTEGER ? ` to ${max}` : ''}`)
    return fallback
  }

  /** '' where it is missing. */
  function text(name: string, fallback: string | undefined): string {
    const given = env[name] || fallback
    if (!given) faults.push(`${name} is missing`)
    return given ?? ''
  }

  /** '' where it is missing or no address. */
  function url(name: string, fallback: string | undefined): string {
    const given = text(name, fallback)
    if (!given || /^https?:$/.test(URL.parse(given)?.protocol ?? '')) return given
    faults.push(`${name} must be an http or https address`)
    return ''
  }

  /** Without a fallback the first is the one meant where nothing is given. */
  function oneOf<const Value extends string>(
    name: string,
    values: readonly [Value, ...Value[]],
    fallback = values[0],
  ): Value {
    const given = env[name] || fallback
    const found = values.find((value) => value === given)
    if (!found) faults.push(`${name} must be one of ${values.join(', ')}`)
    return found ?? fallback
  }

  function networks(name: string): string[] {
    const given = listed(env[name] ?? '')
    if (!given.every(isNetwork)) faults.push(`${name} must be addresses or networks, comma-separated`)
    return given
  }

  /** What the file holds that the variable names; undefined where it cannot be read or is empty. */
  function file(name: string, path: string): string | undefined {
    try {
      const content = readFileSync(path, 'utf8').trim()
      if (!content) faults.push(`${name} names an empty file`)
      return content || undefined
    } catch (error) {
      faults.push(`${name} cannot be read (${(error as NodeJS.ErrnoException).code})`)
      return undefined
    }
  }

  /** From NAME itself, or from the file that NAME_FILE names, as containers are given their secrets. */
  function secret(name: string, { isRequired }: { isRequired: boolean }): string | undefined {
    const path = env[`${name}_FILE`]
    if (path && env[name]) faults.push(`${name} and ${name}_FILE are both set`)
    if (path) return file(`${name}_FILE`, path)
    if (!env[name] && isRequired) faults.push(`${name} is missing`)
    return env[name] || undefined
  }

  return { integer, text, url, oneOf, networks, file, secret }
}

/** What stands between commas or on lines of its own. */
export function listed(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((item) => item.trim())
    .filter(Boolean)
}

/** As proxy-addr reads them; never everybody. */
function isNetwork(item: string): boolean {
  const [address = '', bits = '32', ...more] = item.split('/')
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  const isRange =
    /^[0-9]{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= longest && more.length === 0
  return isRange || ['loopback', 'linklocal', 'uniquelocal'].includes(item)
}

/** An address that paths are appended to. */
export function withoutEndSlashes(address: string): string {
  let end = address.length
  while (address[end - 1] === '/') end -= 1
  return address.slice(0, end)
}
