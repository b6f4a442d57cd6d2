/** Makes résumés in a separate process, which make-resume.ts starts. */
import type { Resume } from './resume.ts'
import { createTypesetter, type ResumeForm } from './typeset-resume.ts'

const typesetter = createTypesetter()

process.on('message', ({ resume, form }: { resume: Resume; form: ResumeForm }) => {
  process.send?.(typesetter.typeset(resume, form))
})
// Ignores signals to the process group, such as Ctrl-C: the service handles them, and this process ends after it.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
