import { Readable } from 'node:stream'
import { downloadResume, previewResume } from '@foyer/contract/profile/resume'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import type { Serve, Services } from '../../services.ts'
import { createResumeMaker } from './make-resume.ts'
import { readOwnResume } from './own-resume.ts'
import type { ResumeForm } from './typeset-resume.ts'

const types = { pdf: 'application/pdf', svg: 'image/svg+xml' } as const

export function resumeRoutes(serve: Serve, services: Services): void {
  const maker = createResumeMaker()
  serve(downloadResume, ({ caller }) => make(caller, 'pdf'))
  serve(previewResume, ({ caller }) => make(caller, 'svg'))

  async function make(caller: Caller, form: ResumeForm) {
    const resume = await readOwnResume(services, caller)
    const file = await maker.make(caller.userId, resume, form)
    return {
      cache: 'private' as const,
      type: types[form],
      length: file.length,
      body: Readable.from([file]),
      fileName: `${resume.name || 'Résumé'}.${form}`,
    }
  }
}
