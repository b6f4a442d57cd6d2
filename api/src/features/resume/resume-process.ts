/** Makes résumés in a separate process, which make-resume.ts starts. */
import type { Resume } from './resume.ts'
import { createTypesetter } from './typeset-resume.ts'

const typesetter = createTypesetter()

process.on('message', (resume: Resume) => {
  process.send?.(typesetter.typeset(resume))
})
// Ignores signals to the process group, such as Ctrl-C: the service handles them, and this process ends after it.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
