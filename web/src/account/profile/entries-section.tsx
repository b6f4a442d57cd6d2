import type { ListedEntry } from '@foyer/contract/profile/entries'
import { evidenceSections } from '@foyer/contract/profile/evidences'
import type { SectionName } from '@foyer/contract/profile/section-names'
import { isChangeable, sectionRoutes } from '@foyer/contract/profile/section-routes'
import { sectionMax } from '@foyer/contract/profile/sections'
import { useEffect, useMemo, useState } from 'react'
import { keptKey } from '../../api/idempotency-key.ts'
import { FailureNotice } from '../../flow/form/failure-notice.tsx'
import { usePage } from '../../platforms/page-context.ts'
import { draftForms } from '../../session/profile-drafts.ts'
import type { StoredUser } from '../../session/stored-auth.ts'
import { Button } from '../../ui/feedback/button.tsx'
import { announce } from '../../ui/feedback/live-regions.tsx'
import { RowQuestion } from '../row-question.tsx'
import { SectionCard } from '../section-card.tsx'
import { PartLoading } from '../section-part.tsx'
import { useLoadedBy } from '../use-loaded.ts'
import type { Section } from '../use-section.ts'
import { EntryFiles } from './entry-files.tsx'
import { EntryItem } from './entry-item.tsx'
import { nameNow } from './entry-text.tsx'
import { fieldsOfSection } from './profile-fields.ts'
import { type Calls, ProfileForm, type Target } from './profile-form.tsx'
import { ProfileLink } from './profile-link.tsx'
import { sectionWords } from './section-words.ts'
import { loadEntries, useEntries } from './use-entries.ts'

type EntriesSectionProps = { name: SectionName; user: StoredUser; section: Section }

/** The form that is open: that of an entry, by its id, or the form of a new entry. */
const newEntry = 'new'
const addId = 'profile-add'

/** Lists the entries of a section, each with its form in place, and adds new ones. */
export function EntriesSection({ name, user, section }: EntriesSectionProps) {
  const { platform } = usePage()
  const words = sectionWords[name]
  const fields = useMemo(() => fieldsOfSection(name), [name])
  const naming = fields.find((field) => field.name === words.naming)
  const withFiles = evidenceSections.find((one) => one === name)
  const list = useLoadedBy(loadEntries(platform, name), section.leaveIfEnded)
  const entries = list.data
  const { busyId, failure, removed, countFiles, remove, putBack, move, settle } = useEntries(
    name,
    list,
    section.leaveIfEnded,
  )
  // A draft opens its form again.
  const [opened, setOpened] = useState<string | null>(() => draftIn(name, draftForms(platform, user.uuid)))
  /** The entry whose deletion would delete files too. */
  const [asked, setAsked] = useState<{ id: string; files: number } | null>(null)
  /** The element that gets the focus with the rendering that shows it. */
  const [focused, setFocused] = useState<{ id: string } | null>(null)
  useEffect(() => {
    if (focused) document.getElementById(focused.id)?.focus()
  }, [focused])
  const shared = { user, fields, onSignedOut: section.leave, title: words.title }
  return (
    <SectionCard
      page="account-profile"
      title={words.title}
      eyebrow={<ProfileLink />}
      lead={entries?.length === 0 ? words.why : null}
      section={section}
    >
      {entries ? (
        content(entries)
      ) : (
        <PartLoading what="your entries" failure={list.failure} load={list.load} />
      )}
    </SectionCard>
  )

  function content(shown: readonly ListedEntry[]) {
    // The draft of an entry that was deleted meanwhile becomes a new entry.
    const isNew = opened !== null && !shown.some(({ id }) => id === opened)
    return (
      <>
        <FailureNotice failure={failure} onOnline={settle} />
        {isNew ? (
          <ProfileForm<ListedEntry>
            {...shared}
            before={nothing}
            form={`${name}/${opened}`}
            heading={words.add}
            submit="Add"
            target={targetOf(name)}
            onSaved={(saved) => {
              list.setData([...shown, saved])
              close(saved.id)
              announce(`“${nameNow(naming, saved)}” was added.`)
            }}
            onTheirs={() => close(null)}
            onLeave={() => close(null)}
          />
        ) : shown.length >= sectionMax ? (
          <p id={addId} tabIndex={-1}>
            This section is full. Delete an entry before you add another.
          </p>
        ) : (
          <div>
            <Button
              id={addId}
              look={shown.length === 0 ? 'primary' : 'secondary'}
              onClick={() => open(newEntry)}
            >
              {words.add}
            </Button>
          </div>
        )}
        {shown.length + (removed ? 1 : 0) > 0 && <ul className="entries">{items(shown)}</ul>}
      </>
    )
  }

  function items(shown: readonly ListedEntry[]) {
    const rows = shown.map((entry, index) =>
      opened === entry.id ? (
        <li key={entry.id} className="entry">
          <ProfileForm<ListedEntry>
            {...shared}
            before={entry}
            form={`${name}/${entry.id}`}
            heading={`Change “${nameNow(naming, entry)}”`}
            submit="Save"
            target={targetOf(name, entry)}
            onSaved={(saved) => {
              list.setData(shown.map((one) => (one.id === entry.id ? saved : one)))
              close(saved.id)
              announce(`“${nameNow(naming, saved)}” was saved.`)
            }}
            onTheirs={(theirs) => {
              list.setData(
                theirs
                  ? shown.map((one) => (one.id === entry.id ? theirs : one))
                  : shown.filter(({ id }) => id !== entry.id),
              )
              close(theirs ? entry.id : null)
            }}
            onLeave={() => close(entry.id)}
          />
        </li>
      ) : (
        <EntryItem
          key={entry.id}
          {...{ fields, entry }}
          naming={words.naming}
          isBusy={busyId === entry.id}
          canMoveUp={isChangeable(name) && index > 0}
          canMoveDown={isChangeable(name) && index < shown.length - 1}
          onChange={isChangeable(name) ? () => open(entry.id) : null}
          onMove={(by) => moveBy(index, by, shown)}
          onRemove={() => askToRemove(entry)}
          files={withFiles && <EntryFiles name={withFiles} entryId={entry.id} section={section} />}
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

  function moveBy(index: number, by: 1 | -1, shown: readonly ListedEntry[]): void {
    const to = index + by
    move(index, to)
    const id = shown[index]?.id
    const isAtEnd = by < 0 ? to === 0 : to === shown.length - 1
    setFocused({ id: `${by < 0 === isAtEnd ? 'down' : 'up'}-${id}` })
    announce(`Moved to place ${to + 1} of ${shown.length}.`)
  }

  async function askToRemove(entry: ListedEntry): Promise<void> {
    const files = await countFiles(entry)
    if (files === 0) await removeEntry(entry)
    else if (files !== null) setAsked({ id: entry.id, files })
  }

  async function removeEntry(entry: ListedEntry): Promise<void> {
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

/** Returns the form of a section that has a draft. */
function draftIn(name: SectionName, forms: readonly string[]): string | null {
  const form = forms.find((one) => one.startsWith(`${name}/`))
  return form?.slice(name.length + 1) ?? null
}

function targetOf(name: SectionName, entry?: ListedEntry): Target<ListedEntry> {
  const { add, read, replace } = sectionRoutes[name]
  const key = keptKey()
  async function addNew(call: Calls, body: Record<string, string | null>) {
    const answer = await call(add, { body }, { idempotencyKey: key.of(body) })
    if (answer !== 'reloading') key.settle(answer)
    return answer
  }
  if (!entry) return { kind: 'new', add: addNew }
  const params = { id: entry.id }
  return {
    kind: 'version',
    read: (call) => call(read, { params }),
    replace: (call, body, _, version) =>
      call(replace, { params, body }, version === undefined ? {} : { ifMatch: version }),
    add: addNew,
  }
}
