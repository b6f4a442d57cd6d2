/** Makes résumés in a process of its own, which make-resume.ts starts. */
import type { Resume } from './resume.ts'
import { createTypesetter } from './typeset-resume.ts'

const typesetter = createTypesetter()

process.on('message', (resume: Resume) => {
  process.send?.(typesetter.typeset(resume))
})
// A signal to the whole group, such as Ctrl-C, ends the service. This process ends when the service has gone.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
