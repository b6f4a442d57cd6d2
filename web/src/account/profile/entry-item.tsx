import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/feedback/button.tsx'
import { EntryText, FieldText } from './entry-text.tsx'
import type { ProfileField } from './profile-fields.ts'
import type { Listed } from './use-entries.ts'

type EntryItemProps = {
  fields: readonly ProfileField[]
  /** The field whose value names the entry. */
  naming: string
  heading: 'h2' | 'h3'
  entry: Listed
  isBusy: boolean
  canMoveUp: boolean
  canMoveDown: boolean
  /** Null in a section whose entries cannot be changed. */
  onChange: (() => void) | null
  onMove: (by: 1 | -1) => void
  onRemove: () => void
  /** Asks about a deletion, in place of the actions. */
  question: ReactNode
  /** What the entry shows on demand, such as its files, with the label of its button. */
  more: { label: string; content: ReactNode } | undefined
}

/** Shows an entry with its actions. */
export function EntryItem(props: EntryItemProps) {
  const {
    fields,
    naming,
    heading,
    entry,
    isBusy,
    canMoveUp,
    canMoveDown,
    onChange,
    onMove,
    onRemove,
    question,
    more,
  } = props
  const field = fields.find(({ name }) => name === naming)
  const title = field && <FieldText field={field} content={entry} />
  const named = <span className="visually-hidden"> “{title}”</span>
  const [isMoreOpen, openMore] = useState(false)
  return (
    <li className="entry">
      <EntryText {...{ fields, naming, entry, heading }} id={`entry-${entry.id}`} />
      {question || (
        <div className="entry-actions">
          {onChange && (
            <Button look="quiet" onClick={onChange}>
              Change{named}
            </Button>
          )}
          {canMoveUp && (
            <Button look="quiet" id={`up-${entry.id}`} onClick={() => onMove(-1)}>
              Move up{named}
            </Button>
          )}
          {canMoveDown && (
            <Button look="quiet" id={`down-${entry.id}`} onClick={() => onMove(1)}>
              Move down{named}
            </Button>
          )}
          {more?.content && (
            <Button look="quiet" aria-expanded={isMoreOpen} onClick={() => openMore(!isMoreOpen)}>
              {more.label}
              {named}
            </Button>
          )}
          <Button look="quiet" busyText={isBusy ? 'Deleting…' : null} onClick={onRemove}>
            Delete{named}
          </Button>
        </div>
      )}
      {isMoreOpen && more?.content}
    </li>
  )
}
