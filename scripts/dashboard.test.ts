/** Tests that operating/dashboard.json is current, shows every metric, and asks for known metrics only. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { dashboardFile, makeDashboard, metricNames } from './dashboard.ts'

type Panel = { type: string; title: string; gridPos: { x: number; y: number }; targets?: { expr: string }[] }

describe('operating/dashboard.json', () => {
  const stored = JSON.parse(readFileSync(dashboardFile, 'utf8')) as { panels: Panel[] }
  const queries = stored.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

  it('the dashboard is what `npm run dashboard` makes', () => {
    assert.deepEqual(stored, JSON.parse(JSON.stringify(makeDashboard())))
  })

  it('the dashboard shows every metric of operating-metrics.md and no other', () => {
    const shown = queries.flatMap((expr) => expr.match(/foyer_[a-z_]+/g) ?? [])
    const names = new Set(shown.map((name) => name.replace(/_bucket$/, '')))
    assert.ok(metricNames.length > 25)
    assert.deepEqual([...names].sort(), [...new Set(metricNames)].sort())
  })

  it('no two panels of the dashboard lie on each other', () => {
    const places = stored.panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)
    assert.equal(new Set(places).size, places.length)
  })
})
