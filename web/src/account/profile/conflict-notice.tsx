import { useEffect, useRef } from 'react'
import { Button } from '../../ui/feedback/button.tsx'
import { ErrorNotice } from '../../ui/feedback/notice.tsx'
import { FieldText } from './entry-text.tsx'
import { type Content, type ProfileField, textOf } from './profile-fields.ts'

type ConflictNoticeProps = {
  fields: readonly ProfileField[]
  /** What this form began with. */
  began: Content
  /** The version of another window; null if the entry was deleted there. */
  theirs: Content | null
  busyText: string | null
  onMine: () => void
  onTheirs: () => void
}

/** Says that another window has changed or deleted what the form changes, shows that version, and lets the user choose. */
export function ConflictNotice({ fields, began, theirs, busyText, onMine, onTheirs }: ConflictNoticeProps) {
  const notice = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version takes the focus once.
  useEffect(() => notice.current?.focus(), [theirs])
  const changed = theirs && fields.filter(({ name }) => textOf(theirs[name]) !== textOf(began[name]))
  return (
    <ErrorNotice
      ref={notice}
      title={
        theirs
          ? 'This was changed in another window while you were writing. Choose which version to keep.'
          : 'This was deleted in another window while you were writing.'
      }
    >
      {changed && (
        <dl className="conflict-facts">
          {changed.map((field) => (
            <div key={field.name}>
              <dt>{field.label}</dt>
              <dd>{textOf(theirs[field.name]) ? <FieldText field={field} content={theirs} /> : 'Empty'}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="profile-form-actions">
        <Button look="secondary" busyText={busyText} onClick={onMine}>
          {theirs ? 'Keep what I wrote' : 'Add mine again'}
        </Button>
        <Button look="secondary" onClick={onTheirs}>
          {theirs ? 'Use the other version' : 'Discard mine'}
        </Button>
      </div>
    </ErrorNotice>
  )
}
