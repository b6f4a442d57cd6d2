import { type SchoolPart, schoolPartNames, schoolParts } from '@foyer/contract/school-types'
import type { School } from '@foyer/contract/schools/school-fields'
import { Fragment, type ReactNode } from 'react'
import type { StoredUser } from '../../session/stored-auth.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { Fact } from '../fact.tsx'
import { FieldText } from '../profile/entry-text.tsx'
import { type Content, type ProfileField, textOf } from '../profile/profile-fields.ts'
import { ProfileForm, type Target } from '../profile/profile-form.tsx'
import { focusAfterQuestion } from '../row-question.tsx'
import { SectionPart } from '../section-part.tsx'
import { contentOfSchool, fieldsOfParts } from './school-parts.ts'

/** What all forms of one school share. */
export type SharedForm = {
  user: StoredUser
  target: Target<Content>
  onSignedOut: () => void
  onTheirs: () => void
}

type SchoolFactsProps = {
  school: School
  form: SharedForm
  /** The part whose form is open. */
  open: SchoolPart | null
  setOpen: (part: SchoolPart | null) => void
  onSaved: () => void
}

/** Shows what a school says about itself. Each part is changed in its place. */
export function SchoolFacts({ school, form, open, setOpen, onSaved }: SchoolFactsProps) {
  const shown = schoolParts.filter((part) => !isInCorrection(part, school))
  if (shown.length === 0) return null
  return (
    <SectionPart id="record-title" title="School details">
      <dl className="facts school-facts">
        {shown.map((part) =>
          part === open ? (
            <div className="school-facts-form" key={part}>
              <dt className="visually-hidden">{schoolPartNames[part]}</dt>
              <dd>
                <ProfileForm
                  {...form}
                  fields={fieldsOfParts([part], school)}
                  before={contentOfSchool(school)}
                  form={`school/${school.id}/${part}`}
                  heading={changeText(part)}
                  lead={warningOf(part, school)}
                  title={changeText(part)}
                  submit="Save"
                  onSaved={onSaved}
                  onLeave={() => close(part)}
                />
              </dd>
            </div>
          ) : (
            <Fact
              key={part}
              label={schoolPartNames[part]}
              value={<PartText part={part} school={school} />}
              action={
                <Button look="quiet" id={changeId(part)} onClick={() => setOpen(part)}>
                  Change<span className="visually-hidden"> {schoolPartNames[part].toLowerCase()}</span>
                </Button>
              }
            />
          ),
        )}
      </dl>
    </SectionPart>
  )

  function close(part: SchoolPart): void {
    setOpen(null)
    focusAfterQuestion(changeId(part))
  }
}

/** @example changeText('name') // 'Change name' */
const changeText = (part: SchoolPart) => `Change ${schoolPartNames[part].toLowerCase()}`
const changeId = (part: SchoolPart) => `change-${part}`

/** The form of the correction asks for this part. */
function isInCorrection(part: SchoolPart, { status, partsToCorrect }: School): boolean {
  return status === 'rejected' && partsToCorrect.includes(part)
}

function warningOf(part: SchoolPart, { status }: School): ReactNode {
  if (status !== 'verified' || (part !== 'name' && part !== 'place')) return null
  return `We checked your school under this ${part}. After a change, we check it again.`
}

function PartText({ part, school }: { part: SchoolPart; school: School }) {
  const content = contentOfSchool(school)
  const fields = fieldsOfParts([part], { ...school, contact: school.contact ?? noContact }).filter(
    ({ name }) => textOf(content[name]) !== '',
  )
  if (fields.length === 0) return <span className="facts-none">Not given</span>
  return linesOf(part, fields).map((line) => (
    <span className="school-fact" key={line[0]?.name}>
      {line.map((field, index) => (
        <Fragment key={field.name}>
          {index > 0 && (part === 'place' ? ', ' : ' ')}
          <bdi className="school-lines">
            <FieldText field={field} content={content} />
          </bdi>
        </Fragment>
      ))}
    </span>
  ))
}

/** A place is a line, the smaller part first. So is a name; the other fields of a contact have a line each. */
function linesOf(part: SchoolPart, fields: ProfileField[]): ProfileField[][] {
  if (part === 'place') return [fields.toReversed()]
  const names = fields.filter(({ name }) => /Name$/.test(name))
  const others = fields.filter((field) => !names.includes(field)).map((field) => [field])
  return names.length > 0 ? [names, ...others] : others
}

const noContact = { firstName: '', lastName: null, email: null, phone: null }
