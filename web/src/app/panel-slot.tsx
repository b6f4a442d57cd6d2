/** Loads the panel of the split layout when there is room for it and the browser is idle. */
import { lazy, memo, Suspense } from 'react'
import { lazyComponent } from '../flow/machine/lazy-component.ts'

/** The renderer loads it before it renders; in the browser it is hydrated late. */
export const brandPanel = lazyComponent(() => import('./brand-panel.tsx'), 'BrandPanel')

const LatePanel = lazy(async () => {
  await roomAndTime()
  // The rendered first slide stays for ever if the code does not load.
  return { default: await brandPanel.load().catch(() => new Promise<never>(() => {})) }
})

/** Never renders again: React would otherwise replace the rendered slide while its code is missing. */
export const PanelSlot = memo(() => {
  const Panel = brandPanel.loaded() ?? LatePanel
  return (
    <Suspense>
      <Panel />
    </Suspense>
  )
})

/** Resolves when the panel is displayed (split-panel.css), and the browser has nothing else to do. */
function roomAndTime(): Promise<unknown> {
  return new Promise((resolve) => {
    const wide = matchMedia('(min-width: 60rem)')
    const look = () => wide.matches && (window.requestIdleCallback ?? setTimeout)(resolve)
    look()
    wide.addEventListener('change', look)
  })
}
