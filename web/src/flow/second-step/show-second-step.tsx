/** Shows the second step of a sign-in over the page that asks for it, whatever the page is. */
import { createRoot } from 'react-dom/client'
import { PageContext } from '../../platforms/page-context.ts'
import { readPageData } from '../../platforms/read-page-data.ts'
import { EnrolmentDialog } from './enrolment-dialog.tsx'
import { FactorDialog } from './factor-dialog.tsx'
import type { SecondStepQuestion } from './second-step-question.ts'

/** Returns a function that closes the step. */
export function showSecondStep(question: SecondStepQuestion): () => void {
  const { asks, answer, refusal } = question
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place, {
    onUncaughtError(error) {
      window.foyer.report(error, 'render')
      answer(refusal)
    },
  })
  root.render(
    <PageContext value={readPageData()}>
      {'ways' in asks ? (
        <FactorDialog question={question} ways={asks.ways} />
      ) : (
        <EnrolmentDialog question={question} token={asks.enrolment} />
      )}
    </PageContext>,
  )
  return () => {
    root.unmount()
    place.remove()
  }
}
