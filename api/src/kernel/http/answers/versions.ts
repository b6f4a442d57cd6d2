/** Computes ETags from the content of answers, and compares them with the ETags that a client sends (RFC 9110 §13). */
import { createHash } from 'node:crypto'
import { Failure } from '../../failure.ts'

/** Returns the ETag of an answer. The order of its fields does not change the ETag. */
export function versionOf(answer: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(answer, inOrder)).digest('base64url')}"`
}

function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns whether `If-Match` or `If-None-Match` contains this tag or `*`. */
export function namesVersion(header: string | undefined, tag: string): boolean {
  return header?.trim() === '*' || tagsIn(header).includes(tag)
}

/** Ignores the `W/` of a weak tag, which proxies add when they compress; the tag still names the content. */
function tagsIn(header: string | undefined): string[] {
  return (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
}

/** Throws `precondition-failed` if `ifMatch` was sent and does not contain the ETag of `current`. */
export function requireVersion(ifMatch: string | undefined, current: unknown): void {
  if (ifMatch !== undefined && !namesVersion(ifMatch, versionOf(current)))
    throw new Failure('precondition-failed')
}
