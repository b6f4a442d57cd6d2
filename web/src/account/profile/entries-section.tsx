import type { ListedEntry } from '@foyer/contract/profile/entries'
import { evidenceSections } from '@foyer/contract/profile/evidences'
import type { SectionName } from '@foyer/contract/profile/section-names'
import { isChangeable } from '@foyer/contract/profile/section-routes'
import { sectionMax } from '@foyer/contract/profile/sections'
import { useMemo } from 'react'
import { usePage } from '../../platforms/page-context.ts'
import type { StoredUser } from '../../session/stored-auth.ts'
import { SectionCard } from '../section-card.tsx'
import { PartLoading } from '../section-part.tsx'
import { useLoadedBy } from '../use-loaded.ts'
import type { Section } from '../use-section.ts'
import { EntryFiles } from './entry-files.tsx'
import { EntryList } from './entry-list.tsx'
import { NextStep } from './next-step.tsx'
import { fieldsOfSection } from './profile-fields.ts'
import { ProfileLink } from './profile-link.tsx'
import { loadEntries, sectionStore, sectionTarget } from './section-store.ts'
import { sectionWords } from './section-words.ts'

type EntriesSectionProps = { name: SectionName; user: StoredUser; section: Section }

/** Shows a section of the profile with its entries. */
export function EntriesSection({ name, user, section }: EntriesSectionProps) {
  const { platform } = usePage()
  const words = sectionWords[name]
  const fields = useMemo(() => fieldsOfSection(name), [name])
  const withFiles = evidenceSections.find((one) => one === name)
  const list = useLoadedBy<readonly ListedEntry[]>(loadEntries(platform, name), section.leaveIfEnded)
  return (
    <SectionCard
      page="account-profile"
      title={words.title}
      eyebrow={<ProfileLink />}
      lead={list.data?.length === 0 ? words.why : null}
      section={section}
    >
      {list.data ? (
        <EntryList<ListedEntry>
          {...{ name, user, section, fields, words, list }}
          entries={list.data}
          max={sectionMax}
          full="This section is full. Delete an entry before you add another."
          isChangeable={isChangeable(name)}
          store={sectionStore(platform, name)}
          targetOf={(entry) => sectionTarget(name, entry)}
          afterAdd={<NextStep leaveIfEnded={section.leaveIfEnded} />}
          more={
            withFiles && {
              label: 'Files',
              of: (entry) => <EntryFiles name={withFiles} entryId={entry.id} section={section} />,
            }
          }
        />
      ) : (
        <PartLoading what="your entries" failure={list.failure} load={list.load} />
      )}
    </SectionCard>
  )
}
