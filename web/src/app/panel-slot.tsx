/** Loads the panel of the split layout when there is room for it and the browser is idle. */
import { lazy, memo, Suspense } from 'react'
import { lazyComponent } from '../flow/machine/lazy-component.ts'

/** The server loads the panel before it renders. The browser hydrates the panel late. */
export const brandPanel = lazyComponent(() => import('./brand-panel.tsx'), 'BrandPanel')

const LatePanel = lazy(async () => {
  await roomAndTime()
  // If the code does not load, the rendered first slide stays.
  return { default: await brandPanel.load().catch(() => new Promise<never>(() => {})) }
})

/** Never re-renders: React would otherwise replace the rendered slide while the panel's code is missing. */
export const PanelSlot = memo(() => {
  const Panel = brandPanel.loaded() ?? LatePanel
  return (
    <Suspense>
      <Panel />
    </Suspense>
  )
})

/** Resolves when the window is wide enough for the panel (split-panel.css) and the browser is idle. */
function roomAndTime(): Promise<unknown> {
  return new Promise((resolve) => {
    const wide = matchMedia('(min-width: 60rem)')
    const look = () => wide.matches && (window.requestIdleCallback ?? setTimeout)(resolve)
    look()
    wide.addEventListener('change', look)
  })
}
