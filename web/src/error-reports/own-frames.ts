/** Reads the stack frames that are in our own scripts, in the formats of Chromium, Firefox and Safari. */

import type { ErrorFrame } from '@foyer/contract/routes/error-reports'
import { errorFramesMax } from '@foyer/contract/shared-values'

export function framesIn(stack: string, origin: string): ErrorFrame[] {
  return stack
    .split('\n')
    .map((line) => ownFrame(line, origin))
    .filter((frame) => frame !== null)
    .slice(0, errorFramesMax)
}

/**
 * Reads a line such as `at name (url:line:column)` or `name@url:line:column`. Returns null for a line without a position,
 * and for a script of another host or a browser extension. An inline script is reported as `page`, because the path of the
 * page may contain a token.
 */
export function ownFrame(line: string, origin: string): ErrorFrame | null {
  const start = line.indexOf(`${origin}/`)
  if (start < 0) return null
  const before = line.slice(0, start)
  if (before.includes('://')) return null
  const parts = line
    .slice(start + origin.length)
    .replace(/\)$/, '')
    .split(':')
  const [row, column] = parts.splice(-2).map(Number)
  if (!isPosition(row) || !isPosition(column)) return null
  const [path = ''] = parts.join(':').split(/[?#]/)
  return {
    name: nameIn(before),
    file: /^\/assets\/[\w-]+\.js$/.test(path) ? path : 'page',
    line: row,
    column,
  }
}

function isPosition(value: number | undefined): value is number {
  return value !== undefined && Number.isSafeInteger(value) && value >= 0
}

function nameIn(before: string): string | null {
  const name = before.trim().replace(/^at\b/, '').replace(/[(@]$/, '').trim()
  return name.slice(0, 100) || null
}
