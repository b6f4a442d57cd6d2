/**
 * Decides which parts of an error report are stored. Browsers put values into messages, so everything that a user may
 * have typed or that may be a credential is removed. Each step takes linear time (scripts/slow-patterns.ts).
 */
import { createHash } from 'node:crypto'
import { addresses } from '@foyer/contract/addresses'
import type { ErrorFrame, ErrorReport } from '@foyer/contract/routes/error-reports'
import { errorMessageMaxLength } from '@foyer/contract/shared-values'
import { cleanText, uuidPattern } from '../../kernel/outbound/clean-text.ts'

const storedMessageMaxLength = 300
const storedFramesMax = 10

const patterns = new Set(addresses.map(({ path }) => path))

export function cleanReport({ kind, message, frames, page, build }: ErrorReport): ErrorReport {
  return {
    kind,
    message: cleanMessage(message),
    frames: frames.filter(isOurs).slice(0, storedFramesMax).map(cleanFrame),
    page: patterns.has(page) ? page : 'none',
    build: /^[\w.-]{1,40}$/.test(build) ? build : 'unknown',
  }
}

/** Returns equal values for equal errors: same first frame, build, message and page. */
export function fingerprintOf({ kind, message, frames, page, build }: ErrorReport): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([kind, message, frames[0] ?? null, page, build]))
    .digest()
}

/**
 * Returns true for our own scripts, whose URLs have lost host and query. Files of browser extensions have other paths.
 */
function isOurs({ file }: ErrorFrame): boolean {
  return file === 'page' || /^\/assets\/[\w-]{1,100}\.js$/.test(file)
}

function cleanFrame({ name, file, line, column }: ErrorFrame): ErrorFrame {
  const isPlain = name !== null && /^[\w$.<>[\] ]{1,80}$/.test(name) && cleanMessage(name) === name
  return { name: isPlain ? name : null, file, line, column }
}

export function cleanMessage(given: string): string {
  const text = withoutQuotes(wholeWords(given).replace(/[\s\p{Cc}]+/gu, ' '))
    .split(' ')
    .map(withoutQuery)
    .join(' ')
    .replace(/[\w-]+/g, withoutId)
  return cleanText(text)
    .replace(/\p{Nd}[\p{Nd} ().-]*/gu, withoutNumber)
    .slice(0, storedMessageMaxLength)
    .toWellFormed()
    .trim()
}

/**
 * Removes the last word of a message that the browser has truncated: part of an address or token would look like a
 * plain word.
 */
function wholeWords(message: string): string {
  return message.length < errorMessageMaxLength
    ? message
    : message.slice(0, Math.max(0, message.lastIndexOf(' ')))
}

/**
 * Removes quoted values. JSON.parse quotes its input in double quotes, and the input may contain more quotes. Names of
 * properties and functions keep their single quotes.
 */
function withoutQuotes(message: string): string {
  const first = message.search(/["“`]/)
  const last = Math.max(...['"', '”', '`'].map((quote) => message.lastIndexOf(quote)))
  const text =
    first < 0 || last <= first ? message : `${message.slice(0, first)}"…"${message.slice(last + 1)}`
  return text
    .split(/(?<=^|[^\w'])'/)
    .map((part, index) => (index === 0 ? part : quoted(part)))
    .join('')
}

/** Cleans the text after an opening single quote. */
function quoted(part: string): string {
  const end = part.indexOf("'")
  if (end < 0) return `'${part}`
  const value = part.slice(0, end)
  return `'${/^[\w$.#:-]{1,60}$/.test(value) ? value : '…'}${part.slice(end)}`
}

function withoutQuery(word: string): string {
  const start = word.indexOf('?')
  return start < 0 || start === word.length - 1 ? word : word.slice(0, start)
}

/** Longer than any function name: 'ReadableStreamDefaultController' has 31 characters. */
const nameMaxLength = 31

function withoutId(word: string): string {
  if (uuidPattern.test(word)) return '[id]'
  return word.length > nameMaxLength ? '[token]' : word
}

/**
 * Keeps short numbers, such as HTTP statuses, and removes numbers of five or more digits, such as codes and phone
 * numbers.
 */
function withoutNumber(text: string): string {
  const count = text.match(/\p{Nd}/gu)?.length ?? 0
  if (count < 5) return text
  return `[number]${text.slice(text.trimEnd().length)}`
}
