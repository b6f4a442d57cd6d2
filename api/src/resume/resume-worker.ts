/** Makes résumés in a thread of its own, so that laying one out delays no request. Started by make-resume.ts. */
import { parentPort } from 'node:worker_threads'
import { layOutResume } from './lay-out-resume.ts'
import type { Resume } from './resume.ts'
import { writePdf } from './write-pdf.ts'

parentPort?.on('message', async (resume: Resume) => {
  const pdf = await writePdf(layOutResume(resume))
  parentPort?.postMessage(pdf)
})
