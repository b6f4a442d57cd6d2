import type { School } from '@foyer/contract/schools/school-fields'
import { ProfileForm } from '../profile/profile-form.tsx'
import type { SharedForm } from './school-facts.tsx'
import { contentOfSchool, fieldsOfParts } from './school-parts.ts'

type CorrectionFormProps = { school: School; form: SharedForm; onSaved: () => void }

/**
 * Shows what the verifiers want corrected, and asks for the parts that they have named. Without a named part, the user
 * changes the parts below. Saving sends the school again.
 */
export function CorrectionForm({ school, form, onSaved }: CorrectionFormProps) {
  const { id, statusReason, partsToCorrect, decidedAt } = school
  return (
    <section className="school-correction" aria-labelledby="correction-title">
      <h2 id="correction-title">Correct this:</h2>
      {statusReason !== null && (
        <blockquote>
          <bdi className="school-lines">{statusReason}</bdi>
        </blockquote>
      )}
      {partsToCorrect.length === 0 ? (
        <p>
          Change what is wrong in the details below. We check your school again as soon as you save a change.
        </p>
      ) : (
        <ProfileForm
          {...form}
          fields={fieldsOfParts(partsToCorrect, school).map((field) => ({ ...field, isAskedFor: true }))}
          before={contentOfSchool(school)}
          form={`school/${id}/correction/${decidedAt}`}
          heading={null}
          title="Your school"
          submit="Save and send again"
          unchanged="Correct this before you send it again"
          onSaved={onSaved}
          onLeave={null}
        />
      )}
    </section>
  )
}
