/** Brings the rendered page to life; when that fails, the fatal notice says so. */
import './ui/page/theme.css'
import './ui/feedback/fatal-notice.css'
import './ui/fields/form.css'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { readPageData } from './app/read-page-data.ts'
import { reportLaterErrors } from './app/report-later-errors.ts'
import { loadPage } from './app/routes.tsx'
import { Started } from './app/started.tsx'
import { showPage } from './flow/moves/show-page.ts'

async function start(): Promise<void> {
  const data = readPageData()
  await loadPage(data.page, data.platform)
  showPage(data.page)
  const root = document.getElementById('app')
  if (!root) throw new Error('The page has no #app')
  hydrateRoot(
    root,
    <Started>
      <App data={data} />
    </Started>,
    { onUncaughtError: fail, onRecoverableError: (error) => console.error(error) },
  )
  reportLaterErrors()
}

function fail(error: unknown): void {
  console.error(error)
  window.foyer.fail()
}

start().catch(fail)
