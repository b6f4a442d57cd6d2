/** Hydrates the rendered page; shows the fatal notice when that fails. */
import './ui/page/theme.css'
import './ui/feedback/fatal-notice.css'
import './ui/fields/form.css'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { allowMissingSheets, ReplayEarlySubmit, readPageData } from './app/hydration.tsx'
import { loadPage } from './app/routes.tsx'
import { showPage } from './flow/navigation/page-history.ts'
import { windowOf } from './platforms/rendered-pages.ts'

async function start(): Promise<void> {
  const data = readPageData()
  await Promise.all([loadPage(data.page, data.platform), prepareWindow(data)])
  const root = document.getElementById('app')
  if (!root) throw new Error('The page has no #app')
  hydrateRoot(
    root,
    <ReplayEarlySubmit>
      <App data={data} />
    </ReplayEarlySubmit>,
    { onUncaughtError: fail, onRecoverableError },
  )
  allowMissingSheets()
}

/** A page in a popup or a frame comes back to the form that was shown before a reload: all have one address. */
async function prepareWindow(data: ReturnType<typeof readPageData>): Promise<void> {
  if (windowOf(data.page)) (await import('./app/shared-window.ts')).startInWindow(data)
  else showPage(data.page)
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
