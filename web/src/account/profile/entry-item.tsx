import type { ListedEntry } from '@foyer/contract/profile/entries'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/feedback/button.tsx'
import { EntryText, FieldText } from './entry-text.tsx'
import type { ProfileField } from './profile-fields.ts'

type EntryItemProps = {
  fields: readonly ProfileField[]
  /** The field whose value names the entry. */
  naming: string
  entry: ListedEntry
  isBusy: boolean
  canMoveUp: boolean
  canMoveDown: boolean
  /** Null in a section whose entries cannot be changed. */
  onChange: (() => void) | null
  onMove: (by: 1 | -1) => void
  onRemove: () => void
  /** Asks about a deletion, in place of the actions. */
  question: ReactNode
  /** The files of the entry; null in a section without files. */
  files: ReactNode
}

/** Shows an entry with its actions. */
export function EntryItem(props: EntryItemProps) {
  const {
    fields,
    naming,
    entry,
    isBusy,
    canMoveUp,
    canMoveDown,
    onChange,
    onMove,
    onRemove,
    question,
    files,
  } = props
  const field = fields.find(({ name }) => name === naming)
  const title = field && <FieldText field={field} content={entry} />
  const named = <span className="visually-hidden"> “{title}”</span>
  const [areFilesOpen, openFiles] = useState(false)
  return (
    <li className="entry">
      <EntryText {...{ fields, naming, entry }} heading="h2" id={`entry-${entry.id}`} />
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
          {files && (
            <Button look="quiet" aria-expanded={areFilesOpen} onClick={() => openFiles(!areFilesOpen)}>
              Files{named}
            </Button>
          )}
          <Button look="quiet" busyText={isBusy ? 'Deleting…' : null} onClick={onRemove}>
            Delete{named}
          </Button>
        </div>
      )}
      {areFilesOpen && files}
    </li>
  )
}
