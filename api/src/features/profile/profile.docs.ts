/**
 * Describes profiles in /docs: the head, every section from the table of sections, the public profile, the block list.
 */
import {
  addBlock,
  type Block,
  listBlocks,
  listSchoolsToBlock,
  removeBlock,
} from '@foyer/contract/profile/block-list'
import { type ListedEntry, publicName, publicSectionNames } from '@foyer/contract/profile/entries'
import {
  getProfile,
  getProfilePreview,
  getPublicProfile,
  getUsername,
  type OwnProfile,
  type ProfileHead,
  type PublicProfile,
  putProfile,
} from '@foyer/contract/profile/profile-routes'
import { type SectionName, sectionNames } from '@foyer/contract/profile/section-names'
import { isChangeable, sectionRoutes } from '@foyer/contract/profile/section-routes'
import {
  type Section,
  sectionKey,
  sectionMax,
  profileSections as sections,
} from '@foyer/contract/profile/sections'
import { snakeCase } from '@foyer/contract/wire'
import {
  type ApiSection,
  type DescribedRoute,
  describeRoute,
  exampleUser,
} from '../../kernel/http/describe-route.ts'
import { entryExamples } from './entry-examples.ts'

const at = '2026-11-22T09:30:00.000Z'
const head: ProfileHead = {
  username: 'asharao4821',
  headline: 'Teacher of mathematics and physics',
  about: 'I build measuring instruments with children.',
  dateOfBirth: '2001-05-31',
  countryId: '0d8f6c1a-94b7-4c52-8e3d-51a7f2c9b640',
  stateId: null,
  city: 'Bengaluru',
  url: 'https://asha.example',
}
const picture = '/api/pictures/3b5f0c9e-7a41-4d28-b6e3-90c2d1f4a875'

function listed(name: SectionName): ListedEntry {
  return {
    id: 'e2b6a9d4-7f13-4c58-b0a1-94d7c3e8f526',
    ...entryExamples[name],
    position: 1,
    createdAt: at,
    updatedAt: at,
  } as ListedEntry
}

/** Only the first section has an entry, to keep the example short. */
const first: SectionName = sectionNames[0]
const profile: OwnProfile = {
  uuid: exampleUser.uuid,
  firstName: exampleUser.firstName,
  lastName: exampleUser.lastName,
  fullName: exampleUser.fullName,
  picture,
  ...head,
  visibility: 'public',
  updatedAt: at,
  sections: Object.fromEntries(
    sectionNames.map((name) => [sectionKey(name), name === first ? [listed(name)] : []]),
  ) as OwnProfile['sections'],
}
const publicExample: PublicProfile = {
  username: head.username,
  fullName: exampleUser.fullName,
  picture,
  headline: head.headline,
  about: head.about,
  sections: Object.fromEntries(
    publicSectionNames.map((name) => [sectionKey(name), name === first ? [entryExamples[name]] : []]),
  ),
}
const block: Block = {
  id: '4d0b8e2f-6a95-4713-8c2d-f1e7b3a9c064',
  kind: 'user',
  name: 'Ravi Menon',
  username: 'ravimenon2750',
  schoolId: null,
  createdAt: at,
}

const versions =
  'The answer has an `ETag`. `If-None-Match` is answered with 304, and a change with an `If-Match` that is no longer right with 412 `precondition-failed`.'
const dates =
  'A date is as exact as the user knows it: `2024`, `2024-05` or `2024-05-31`. An end is not before its start.'

export const profileDocs: readonly ApiSection[] = [
  {
    name: 'Profile',
    description: `The signed-in user’s own profile. It takes the token of any session of the user, also that which a platform got for a code. ${versions} The setting \`profile_visibility\` rules who sees the public profile; the skill portfolio has a switch of its own, \`/api/auth/skill-portfolio/toggle-visibility\`. When the owner of a mailbox proves it for the first time, the profile that a stranger set up before is removed.`,
    routes: [
      describeRoute(
        getProfile,
        'The head, and every section with all its entries. The first read makes the username: the name plus four digits. `visibility` is changed with `PUT /api/auth/users/settings`, the name with `PUT /api/auth/users/name`.',
        { result: profile },
      ),
      describeRoute(
        putProfile,
        'Replaces the head: what is missing becomes empty, except the username. Usernames are in lower case; one of another user, or one that could be taken for the service’s, answers `username-taken`. The `If-Match` names the whole profile with its sections.',
        { body: head, result: profile },
      ),
      describeRoute(
        getPublicProfile,
        `What everybody sees while \`profile_visibility\` is \`public\`: no contact, no id, no date of birth; entries of reference data by name. A hidden profile and an unknown username answer alike, 404. A token is optional; with one, a profile whose block list has the caller, or a school of the caller, answers 404, too. The sections ${hiddenSections()} are never public.`,
        { result: publicExample },
      ),
      describeRoute(getProfilePreview, 'The owner’s view of the public profile, also while it is private.', {
        result: publicExample,
      }),
      describeRoute(
        getUsername,
        'For a form that answers while the user types. The user’s own username is available. Another user may take a name before it is saved, so `PUT /api/profile` can still answer `username-taken`.',
        { result: { username: 'asharao', isAvailable: true } },
      ),
    ],
  },
  ...sectionNames.map(describeSection),
  {
    name: 'Block list',
    description:
      'The users and schools that may not see the profile of the user. It hides the public profile from them while they are signed in and the token is sent; it cannot hide what everybody sees signed out. To hide the profile from everybody, set `profile_visibility` to `private`.',
    routes: [
      describeRoute(listBlocks, 'The newest first, all of them unless a page is asked for.', {
        items: [block],
      }),
      describeRoute(
        listSchoolsToBlock,
        'Finds schools by the beginnings of words in their names, in any order; only verified schools.',
        { items: [{ id: block.id, name: 'Green Valley School', place: 'Karnataka' }] },
      ),
      describeRoute(
        addBlock,
        'Name either the `username` of a public profile or a `school_id`. One that is in the list already keeps its entry. The name and username stay those of the time of the block.',
        { body: { username: 'ravimenon2750' }, result: block },
      ),
      describeRoute(removeBlock, 'The user or school sees the profile again, if it is public.'),
    ],
  },
]

function hiddenSections(): string {
  const hidden = sectionNames.filter((name) => !sections[name].isPublic)
  return hidden.map((name) => `\`${sectionKey(name)}\``).join(' and ')
}

function describeSection(name: SectionName): ApiSection {
  const section: Section = sections[name]
  const { list, add, read, replace, remove, order } = sectionRoutes[name]
  const body = entryExamples[name]
  const result = listed(name)
  const unique =
    section.key && `Two entries never have the same \`${snakeCase(section.key)}\`: \`entry-exists\`.`
  const references = Object.keys(section.fields).filter((field) => publicName(field) !== field)
  const refers =
    references.length > 0 &&
    `${references.map((field) => `\`${snakeCase(field)}\``).join(', ')}: an id of the reference data.`
  const facts = [
    section.isPublic ? 'Part of the public profile.' : 'Never part of the public profile.',
    'endDate' in section.fields && dates,
    refers,
    unique,
    section.isFixed && 'Entries are added and removed, but not changed.',
  ]
  const changing: DescribedRoute[] = [
    {
      route: replace,
      description: `Replaces the whole entry: what is missing becomes empty. ${versions}`,
      body,
      result,
    },
    {
      route: order,
      description: 'Takes the ids of all entries of the section, each once, in their new order.',
      body: { ids: [result.id] },
    },
  ]
  return {
    name: `Profile: ${name.replaceAll('-', ' ')}`,
    description: facts.filter(Boolean).join(' '),
    routes: [
      {
        route: list,
        description: 'In the order of the user, all of them unless a page is asked for.',
        items: [result],
      },
      {
        route: add,
        description: `Adds an entry at the end; a section has at most ${sectionMax}, another answers \`list-full\`. With an \`Idempotency-Key\` the same request sent again adds nothing.`,
        body,
        result,
      },
      { route: read, description: 'Another user’s entry answers 404, like an unknown id.', result },
      ...(isChangeable(name) ? changing : []),
      { route: remove, description: 'Removes the entry with its evidences.' },
    ],
  }
}
