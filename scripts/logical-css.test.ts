/**
 * Tests that style sheets use logical directions instead of left and right, so that right-to-left pages are mirrored.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const named = /(?:^|[-\s])(?:left|right)\b/
const sides = /^(?:margin|padding|inset|scroll-(?:margin|padding))$/

/** Returns the declarations of a style sheet without its comments. */
function declarations(css: string): [property: string, value: string][] {
  const found = css.replace(/\/\*[^*]*\*\//g, '').matchAll(/(?<=[{;]\s*)([\w-]+)\s*:\s*([^;{}]+)(?=[;}])/g)
  return [...found].map(([, property = '', value = '']) => [property, value.trim().replace(/\s+/g, ' ')])
}

/** Returns true if a declaration names left or right; a shorthand with four values does if left and right differ. */
function isPhysical([property, value]: [string, string]): boolean {
  if (/^transform-origin$|^background-position$/.test(property)) return named.test(value)
  if (named.test(property) || (/^(?:text-align|float|clear)$/.test(property) && named.test(value)))
    return true
  if (!sides.test(property)) return false
  const [, right, , left] = topLevelParts(value)
  return left !== undefined && left !== right
}

function topLevelParts(value: string): string[] {
  return value.replace(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '()').split(' ')
}

test('style sheets name no left and no right', () => {
  const sheets = globSync('web/src/**/*.css', { cwd: root })
  assert.ok(sheets.length > 20)
  const physical = sheets.flatMap((sheet) =>
    declarations(readFileSync(join(root, sheet), 'utf8'))
      .filter(isPhysical)
      .map(([property, value]) => `${sheet} ${property}: ${value}`),
  )
  assert.deepEqual(physical, [])
})
