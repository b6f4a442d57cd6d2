import { downloadResume, previewResume } from '@foyer/contract/profile/resume'
import { useState } from 'react'
import { FailureNotice } from '../../flow/form/failure-notice.tsx'
import { SlowNote } from '../../flow/waiting/slow-note.tsx'
import { usePage } from '../../platforms/page-context.ts'
import { downloadOwn } from '../../session/own-call.ts'
import { dataUrlOf, saveFile } from '../../session/signed-in-file.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { announce } from '../../ui/feedback/live-regions.tsx'
import { SectionPart } from '../section-part.tsx'
import { useOwnCall } from '../use-own-call.ts'
import type { Section } from '../use-section.ts'

/** Downloads the user's profile as a PDF, and shows its pages as a picture. */
export function OwnResume({ section }: { section: Section }) {
  const { platform } = usePage()
  const { busy, failure, run, repeat } = useOwnCall<'drawing' | 'downloading'>(section.leave)
  const [picture, setPicture] = useState<string | null>(null)
  return (
    <SectionPart
      id="resume-title"
      title="Résumé"
      lead="Your profile as a PDF of at most two pages, with your email address and phone number."
    >
      <FailureNotice failure={failure} onOnline={repeat} />
      <div className="resume-actions">
        <Button
          look="secondary"
          busyText={busy === 'downloading' ? 'Making the PDF…' : null}
          onClick={download}
        >
          Download PDF
        </Button>
        <Button look="quiet" busyText={busy === 'drawing' ? 'Drawing…' : null} onClick={draw}>
          {picture ? 'Draw it again' : 'Show it here'}
        </Button>
      </div>
      <SlowNote isBusy={busy !== null} onRetry={repeat} />
      {picture && <img className="resume" src={picture} alt="The pages of your résumé" />}
    </SectionPart>
  )

  function draw(): void {
    run(
      'drawing',
      () => downloadOwn(platform, previewResume, {}),
      ({ blob }) => {
        dataUrlOf(blob).then(setPicture)
        announce('The pages of your résumé are shown.')
      },
    )
  }

  function download(): void {
    run('downloading', () => downloadOwn(platform, downloadResume, {}), saveFile)
  }
}
