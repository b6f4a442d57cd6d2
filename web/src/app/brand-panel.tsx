import { usePage } from '../platforms/page-context.ts'
import { panels } from '../platforms/panels.ts'
import { SplitPanel } from '../ui/panel/split-panel.tsx'

export function BrandPanel() {
  const panel = panels[usePage().brand.family]
  return panel && <SplitPanel {...panel} />
}
