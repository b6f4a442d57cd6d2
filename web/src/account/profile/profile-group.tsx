import type { ListedEntry } from '@foyer/contract/profile/entries'
import type { OwnProfile } from '@foyer/contract/profile/profile-routes'
import type { SectionName } from '@foyer/contract/profile/section-names'
import { sectionKey } from '@foyer/contract/profile/sections'
import { useId } from 'react'
import { usePage } from '../../platforms/page-context.ts'
import { FieldText, periodText } from './entry-text.tsx'
import { fieldsOfSection, textOf } from './profile-fields.ts'
import { shortPlaces } from './profile-groups.ts'
import { hrefOfPlace } from './profile-place.ts'
import { sectionWords } from './section-words.ts'

type ProfileGroupProps = {
  group: { title: string; why: string; places: readonly SectionName[] }
  profile: OwnProfile
}

/** Shows what is in the filled sections of a group, and leads to the empty ones with a word each. */
export function ProfileGroup({ group: { title, why, places }, profile }: ProfileGroupProps) {
  const titleId = useId()
  const { platform } = usePage()
  const entriesOf = (name: SectionName) => profile.sections[sectionKey(name)]
  const filled = places.filter((name) => entriesOf(name).length > 0)
  const empty = places.filter((name) => entriesOf(name).length === 0)
  return (
    <section className="profile-group" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {filled.length > 0 ? (
        <ul className="profile-sections">
          {filled.map((name) => (
            <FilledSection key={name} name={name} entries={entriesOf(name)} />
          ))}
        </ul>
      ) : (
        <p className="profile-why">{why}</p>
      )}
      {empty.length > 0 && (
        <ul className="profile-empty" aria-label={`Empty in “${title}”`}>
          {empty.map((name) => (
            <li key={name}>
              <a href={hrefOfPlace(name, platform)}>{sectionWords[name].title}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type FilledSectionProps = { name: SectionName; entries: readonly ListedEntry[] }

function FilledSection({ name, entries }: FilledSectionProps) {
  const { platform } = usePage()
  const isShort = shortPlaces.includes(name)
  const shown = entries.slice(0, isShort ? shortMax : longMax)
  const more = entries.length - shown.length
  return (
    <li>
      <h3>
        <a href={hrefOfPlace(name, platform)}>{sectionWords[name].title}</a>
      </h3>
      <ul className={isShort ? 'profile-words' : 'profile-lines'}>
        {shown.map((entry) => (
          <EntryLine key={entry.id} name={name} entry={entry} isShort={isShort} />
        ))}
        {more > 0 && <li className="profile-more">and {more} more</li>}
      </ul>
    </li>
  )
}

/** The overview names this many entries of a section: in words side by side, or a line each. */
const shortMax = 6
const longMax = 3

type EntryLineProps = { name: SectionName; entry: ListedEntry; isShort: boolean }

function EntryLine({ name, entry, isShort }: EntryLineProps) {
  const fields = fieldsOfSection(name)
  const { naming } = sectionWords[name]
  const named = fields.find((field) => field.name === naming)
  const fact = fields.find(
    ({ name: field, control }) =>
      field !== naming && ['line', 'reference'].includes(control.kind) && textOf(entry[field]) !== '',
  )
  const ongoing = fields.find((field) => field.ongoing)?.ongoing
  const period = ongoing && periodText(textOf(entry.startDate), textOf(entry.endDate), ongoing.text)
  return (
    <li>
      <bdi>{named && <FieldText field={named} content={entry} />}</bdi>
      {!isShort && (fact || period) && (
        <span className="small">
          {fact && (
            <bdi>
              <FieldText field={fact} content={entry} />
            </bdi>
          )}
          {fact && period && ' · '}
          {period && <bdi>{period}</bdi>}
        </span>
      )}
    </li>
  )
}
