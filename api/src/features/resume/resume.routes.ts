import { Readable } from 'node:stream'
import { downloadResume } from '@foyer/contract/profile/resume'
import type { Serve, Services } from '../../services.ts'
import { createResumeMaker } from './make-resume.ts'
import { readOwnResume } from './own-resume.ts'

export function resumeRoutes(serve: Serve, services: Services): void {
  const maker = createResumeMaker()
  serve(downloadResume, async ({ caller }) => {
    const resume = await readOwnResume(services, caller)
    const pdf = await maker.make(caller.userId, resume)
    return {
      cache: 'private' as const,
      type: 'application/pdf',
      length: pdf.length,
      body: Readable.from([pdf]),
      fileName: `${resume.name || 'Résumé'}.pdf`,
    }
  })
}
