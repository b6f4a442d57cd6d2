import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/feedback/button.tsx'
import { makeDraggable } from './drag-order.ts'
import { EntryText, FieldText } from './entry-text.tsx'
import type { ProfileField } from './profile-fields.ts'
import type { Listed } from './use-entries.ts'

/** What the user does with a row. The functions never change, so that a row renders again only when it shows something else. */
export type RowActions<T> = {
  change: (entry: T) => void
  move: (entry: T, by: 1 | -1) => void
  remove: (entry: T) => void
}

export type EntryItemProps<T extends Listed> = {
  /** Names the list that the user orders. */
  list: string
  fields: readonly ProfileField[]
  /** The field whose value names the entry. */
  naming: string
  heading: 'h2' | 'h3'
  entry: T
  isBusy: boolean
  canMoveUp: boolean
  canMoveDown: boolean
  isChangeable: boolean
  actions: RowActions<T>
  /** Asks about a deletion, in place of the actions. */
  question: ReactNode
  /** What the entry shows on demand, such as its files, with the label of its button. */
  more: { label: string; of: (entry: T) => ReactNode } | undefined
}

/** Shows an entry with its actions. */
function Item<T extends Listed>(props: EntryItemProps<T>) {
  const { list, fields, naming, heading, entry, isBusy, canMoveUp, canMoveDown, actions, question, more } =
    props
  const field = fields.find(({ name }) => name === naming)
  const title = field && <FieldText field={field} content={entry} />
  const named = <span className="visually-hidden"> “{title}”</span>
  const [isMoreOpen, openMore] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const handle = useRef<HTMLSpanElement>(null)
  const { id } = entry
  const isMovable = (canMoveUp || canMoveDown) && !question
  useEffect(() => {
    if (!isMovable || !row.current || !handle.current) return
    return makeDraggable({ row: row.current, handle: handle.current, list, id })
  }, [isMovable, list, id])
  const extra = more?.of(entry)
  return (
    <li className="entry" ref={row}>
      {isMovable && <span className="entry-handle" ref={handle} aria-hidden="true" />}
      <EntryText {...{ fields, naming, entry, heading }} id={`entry-${id}`} />
      {question || (
        <div className="entry-actions">
          {props.isChangeable && (
            <Button look="quiet" onClick={() => actions.change(entry)}>
              Change{named}
            </Button>
          )}
          {canMoveUp && (
            <Button look="quiet" data-tone="calm" id={`up-${id}`} onClick={() => actions.move(entry, -1)}>
              Move up{named}
            </Button>
          )}
          {canMoveDown && (
            <Button look="quiet" data-tone="calm" id={`down-${id}`} onClick={() => actions.move(entry, 1)}>
              Move down{named}
            </Button>
          )}
          {more && extra && (
            <Button look="quiet" aria-expanded={isMoreOpen} onClick={() => openMore(!isMoreOpen)}>
              {more.label}
              {named}
            </Button>
          )}
          <Button
            look="quiet"
            data-tone="loss"
            busyText={isBusy ? 'Deleting…' : null}
            onClick={() => actions.remove(entry)}
          >
            Delete{named}
          </Button>
        </div>
      )}
      {isMoreOpen && extra}
    </li>
  )
}

export const EntryItem = memo(Item) as typeof Item
