import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { FailureNotice } from '../../flow/form/failure-notice.tsx'
import { usePage } from '../../platforms/page-context.ts'
import { draftForms } from '../../session/profile-drafts.ts'
import type { StoredUser } from '../../session/stored-auth.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { announce } from '../../ui/feedback/live-regions.tsx'
import { RowQuestion } from '../row-question.tsx'
import type { Loaded } from '../use-loaded.ts'
import type { Section } from '../use-section.ts'
import { watchMoves } from './drag-order.ts'
import { placeAfterDrop } from './drop-place.ts'
import { EntryItem, type RowActions } from './entry-item.tsx'
import { nameNow } from './entry-text.tsx'
import type { ProfileField } from './profile-fields.ts'
import { ProfileForm, type Target } from './profile-form.tsx'
import type { SectionWords } from './section-words.ts'
import { type EntryStore, type Listed, useEntries } from './use-entries.ts'

type EntryListProps<T extends Listed> = {
  /** Names the list in the drafts: its forms are 'awards/new' and 'awards/{id}'. */
  name: string
  user: StoredUser
  section: Section
  fields: readonly ProfileField[]
  /** The level of the headings of entries. */
  heading?: 'h2' | 'h3'
  words: Pick<SectionWords, 'title' | 'add' | 'naming'>
  list: Loaded<readonly T[]>
  entries: readonly T[]
  max: number
  /** Says why nothing can be added to `max` entries. */
  full: string
  isChangeable: boolean
  store: EntryStore<T>
  /** Returns what the form of an entry replaces, or what the form of a new one adds. */
  targetOf: (entry?: T) => Target<T>
  /** Shown after an entry was added: what to do next. */
  afterAdd?: ReactNode
  /** What an entry shows on demand, with the label of its button; null for an entry without. */
  more?: { label: string; of: (entry: T) => ReactNode } | undefined
}

/** The form that is open: that of an entry, by its id, or the form of a new entry. */
const newEntry = 'new'
const addId = 'profile-add'

/** Lists entries, each with its form in place, and adds new ones. */
export function EntryList<T extends Listed>(props: EntryListProps<T>) {
  const { name, user, section, fields, words, list, entries, isChangeable, store, targetOf, more } = props
  const { platform } = usePage()
  const naming = fields.find((field) => field.name === words.naming)
  const { busyId, failure, removed, countFiles, remove, putBack, move, settle } = useEntries<T>(
    list,
    store,
    section.leaveIfEnded,
  )
  // A draft opens its form again.
  const [opened, setOpened] = useState<string | null>(() => draftIn(name, draftForms(platform, user.uuid)))
  /** The entry whose deletion would delete files too. */
  const [asked, setAsked] = useState<{ id: string; files: number } | null>(null)
  const [hasAdded, setAdded] = useState(false)
  /** The element that gets the focus with the rendering that shows it. */
  const [focused, setFocused] = useState<{ id: string } | null>(null)
  useEffect(() => {
    if (focused) document.getElementById(focused.id)?.focus()
  }, [focused])
  const actions = useRowActions<T>({
    change: ({ id }) => open(id),
    move: (entry, by) => moveBy(entries.indexOf(entry), by),
    remove: askToRemove,
  })
  const moveTo = useEffectEvent((id: string, to: number) => {
    const from = entries.findIndex((entry) => entry.id === id)
    if (from < 0 || from === to) return
    move(from, to)
    announce(`Moved to place ${to + 1} of ${entries.length}.`)
  })
  const idsNow = useEffectEvent(() => entries.map(({ id }) => id))
  useEffect(
    () => watchMoves(name, (id, side, other) => moveTo(id, placeAfterDrop(idsNow(), id, side, other))),
    [name],
  )
  const shared = { user, fields, onSignedOut: section.leave, title: words.title }
  // The draft of an entry that was deleted meanwhile becomes a new entry.
  const isNew = opened !== null && !entries.some(({ id }) => id === opened)
  return (
    <>
      <FailureNotice failure={failure} onOnline={settle} />
      {isNew ? (
        <ProfileForm<T>
          {...shared}
          before={nothing}
          form={`${name}/${opened}`}
          heading={words.add}
          submit="Add"
          target={targetOf()}
          onSaved={(saved) => {
            // A list without equal entries answers with the one that it has.
            if (!entries.some(({ id }) => id === saved.id)) list.setData([...entries, saved])
            close(saved.id)
            setAdded(true)
            announce(`“${nameNow(naming, saved)}” was added.`)
          }}
          onTheirs={() => close(null)}
          onLeave={() => close(null)}
        />
      ) : entries.length >= props.max ? (
        <p id={addId} tabIndex={-1}>
          {props.full}
        </p>
      ) : (
        <div>
          <Button
            id={addId}
            look={entries.length === 0 ? 'primary' : 'secondary'}
            onClick={() => open(newEntry)}
          >
            {words.add}
          </Button>
        </div>
      )}
      {entries.length + (removed ? 1 : 0) > 0 && <ul className="entries">{items()}</ul>}
      {hasAdded && !isNew && props.afterAdd}
    </>
  )

  function items() {
    const rows = entries.map((entry, index) =>
      opened === entry.id ? (
        <li key={entry.id} className="entry">
          <ProfileForm<T>
            {...shared}
            before={entry}
            form={`${name}/${entry.id}`}
            heading={`Change “${nameNow(naming, entry)}”`}
            submit="Save"
            target={targetOf(entry)}
            onSaved={(saved) => {
              list.setData(entries.map((one) => (one.id === entry.id ? saved : one)))
              close(saved.id)
              announce(`“${nameNow(naming, saved)}” was saved.`)
            }}
            onTheirs={(theirs) => {
              list.setData(
                theirs
                  ? entries.map((one) => (one.id === entry.id ? theirs : one))
                  : entries.filter(({ id }) => id !== entry.id),
              )
              close(theirs ? entry.id : null)
            }}
            onLeave={() => close(entry.id)}
          />
        </li>
      ) : (
        <EntryItem
          key={entry.id}
          {...{ fields, entry, isChangeable, actions, more }}
          list={name}
          naming={words.naming}
          heading={props.heading ?? 'h2'}
          isBusy={busyId === entry.id}
          canMoveUp={store.order !== null && index > 0}
          canMoveDown={store.order !== null && index < entries.length - 1}
          question={
            asked?.id === entry.id && (
              <RowQuestion
                id="profile-question"
                failure={null}
                text={`Delete this and ${asked.files === 1 ? 'its file' : `its ${asked.files} files`}? “Undo” brings back the entry, but no files.`}
                confirm="Delete"
                busyText={busyId === entry.id ? 'Deleting…' : null}
                decline="Keep"
                onConfirm={() => removeEntry(entry)}
                onDecline={() => {
                  setAsked(null)
                  setFocused({ id: `entry-${entry.id}` })
                }}
              />
            )
          }
        />
      ),
    )
    if (!removed) return rows
    return rows.toSpliced(
      removed.index,
      0,
      <li key={removed.entry.id} className="entry entry-removed">
        <p>“{nameNow(naming, removed.entry)}” was deleted.</p>
        <Button
          id="profile-undo"
          look="secondary"
          busyText={busyId === removed.entry.id ? 'Putting it back…' : null}
          onClick={undo}
        >
          Undo
        </Button>
      </li>,
    )
  }

  function open(form: string): void {
    settle()
    section.setBanner(null)
    setAsked(null)
    setOpened(form)
  }

  /** Closes the form. The focus goes to the entry, or to the button that adds one. */
  function close(id: string | null): void {
    setOpened(null)
    setFocused({ id: id ? `entry-${id}` : addId })
  }

  function moveBy(index: number, by: 1 | -1): void {
    const to = index + by
    move(index, to)
    const id = entries[index]?.id
    const isAtEnd = by < 0 ? to === 0 : to === entries.length - 1
    setFocused({ id: `${by < 0 === isAtEnd ? 'down' : 'up'}-${id}` })
    announce(`Moved to place ${to + 1} of ${entries.length}.`)
  }

  async function askToRemove(entry: T): Promise<void> {
    const files = await countFiles(entry)
    if (files === 0) await removeEntry(entry)
    else if (files !== null) setAsked({ id: entry.id, files })
  }

  async function removeEntry(entry: T): Promise<void> {
    if (!(await remove(entry))) return
    setAsked(null)
    announce(`“${nameNow(naming, entry)}” was deleted.`)
    setFocused({ id: 'profile-undo' })
  }

  async function undo(): Promise<void> {
    const entry = await putBack()
    if (!entry) return
    announce(`“${nameNow(naming, entry)}” is back.`)
    setFocused({ id: `entry-${entry.id}` })
  }
}

const nothing = {}

/** Returns functions that never change and call those of the latest rendering. */
function useRowActions<T>(actions: RowActions<T>): RowActions<T> {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const [stable] = useState<RowActions<T>>(() => ({
    change: (entry) => latest.current.change(entry),
    move: (entry, by) => latest.current.move(entry, by),
    remove: (entry) => latest.current.remove(entry),
  }))
  return stable
}

/** Returns the form of a list that has a draft. */
function draftIn(name: string, forms: readonly string[]): string | null {
  const form = forms.find((one) => one.startsWith(`${name}/`))
  return form?.slice(name.length + 1) ?? null
}
