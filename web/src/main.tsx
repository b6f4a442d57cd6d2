/** Hydrates the rendered page; shows the fatal notice if hydration fails. */
import './ui/page/theme.css'
import './ui/feedback/fatal-notice.css'
import './ui/fields/form.css'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { ReplayEarlyUse } from './app/hydration.tsx'
import { showPage } from './flow/navigation/page-history.ts'
import { loadPage } from './pages.ts'
import { readPageData } from './platforms/read-page-data.ts'

async function start(): Promise<void> {
  const data = readPageData()
  await loadPage(data.page, data)
  if (document.documentElement.dataset.window)
    (await import('./app/window/shared-window.ts')).startInWindow(data)
  else showPage(data.page)
  const root = document.getElementById('app')
  if (!root) throw new Error('The page has no #app')
  hydrateRoot(
    root,
    <ReplayEarlyUse>
      <App data={data} />
    </ReplayEarlyUse>,
    { onUncaughtError: fail, onRecoverableError },
  )
}

function onRecoverableError(error: unknown): void {
  console.error(error)
  window.foyer.report(error, 'hydration')
}

function fail(error: unknown): void {
  console.error(error)
  window.foyer.report(error, 'render')
  window.foyer.fail()
}

start().catch(fail)
