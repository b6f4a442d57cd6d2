import { schoolParts } from '@foyer/contract/school-types'
import type { School } from '@foyer/contract/schools/school-fields'
import { ProfileForm } from '../profile/profile-form.tsx'
import type { SharedForm } from './school-facts.tsx'
import { contentOfSchool, fieldsOfParts } from './school-parts.ts'

type CorrectionFormProps = { school: School; form: SharedForm; onSaved: () => void }

/** Asks for what the verifiers want corrected: the parts that they have named, or all. Saving sends the school again. */
export function CorrectionForm({ school, form, onSaved }: CorrectionFormProps) {
  const { id, statusReason, partsToCorrect, decidedAt } = school
  const parts = partsToCorrect.length > 0 ? partsToCorrect : schoolParts
  return (
    <section className="school-correction" aria-labelledby="correction-title">
      <h2 id="correction-title">Correct this:</h2>
      {statusReason !== null && (
        <blockquote>
          <bdi className="school-lines">{statusReason}</bdi>
        </blockquote>
      )}
      <ProfileForm
        {...form}
        fields={fieldsOfParts(parts, school)}
        before={contentOfSchool(school)}
        form={`school/${id}/correction/${decidedAt}`}
        heading={null}
        title="Your school"
        submit="Save and send again"
        onSaved={onSaved}
        onLeave={null}
      />
    </section>
  )
}
