import assert from 'node:assert/strict'
import { test } from 'node:test'
import { archMark, archPath, colourOf, families, familyOf, markSize } from './families.ts'
import { platforms } from './platforms.ts'

test('the mark of every platform lies inside its box', () => {
  for (const platform of platforms) {
    for (const { x, y } of pointsOf(archMark(platform))) {
      assert.ok(x >= 0 && x <= markSize && y >= 0 && y <= markSize, `${platform}: ${x} ${y}`)
    }
  }
})

test('every family has a mark of its own, and the verification portal one within the school family', () => {
  const marks = new Set(platforms.map(archMark))
  assert.equal(marks.size, Object.keys(families).length + 1)
  assert.notEqual(archMark('svp'), archMark('school'))
  assert.equal(familyOf('svp'), familyOf('school'))
})

test('no two platforms have the same colour and mark', () => {
  const looks = new Set(platforms.map((platform) => colourOf(platform).light + archMark(platform)))
  assert.equal(looks.size, platforms.length)
})

test('an arch ends on the other side of its centre, at its full width', () => {
  for (const family of Object.keys(families) as (keyof typeof families)[]) {
    const path = archPath(family, { x: 0, top: 0, floor: 900, halfWidth: 300 })
    const last = pointsOf(path).at(-1)
    assert.ok(last && Math.abs(last.x - 300) < 1 && last.y === 900, `${family}: ${path}`)
  }
})

/** Returns the end points of the path's segments, without control points of curves. */
function pointsOf(path: string): { x: number; y: number }[] {
  let x = 0
  let y = 0
  return [...path.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)].flatMap(([, command = '', text = '']) => {
    const n = (text.match(/-?\d*\.?\d+/g) ?? []).map(Number)
    const isRelative = command === command.toLowerCase()
    if (command === 'z') return []
    if (command === 'V' || command === 'v') y = (n[0] ?? 0) + (isRelative ? y : 0)
    else if (command === 'h') x += n[0] ?? 0
    else {
      const length = { c: 6, s: 4, a: 7 }[command] ?? 2
      return Array.from({ length: n.length / length }, (_, at) => {
        const [dx = 0, dy = 0] = n.slice((at + 1) * length - 2, (at + 1) * length)
        x = dx + (isRelative ? x : 0)
        y = dy + (isRelative ? y : 0)
        return { x, y }
      })
    }
    return [{ x, y }]
  })
}
