/** Describes the routes of schools in /docs. */
import type { SchoolPart } from '@foyer/contract/school-types'
import {
  grantSchoolAccess,
  listReachableSchools,
  listSchoolUsers,
  revokeSchoolAccess,
} from '@foyer/contract/schools/school-access'
import { listSchoolHistory } from '@foyer/contract/schools/school-history'
import { getSchoolLogo, putSchoolLogo, removeSchoolLogo } from '@foyer/contract/schools/school-logos'
import {
  changeSchool,
  createSchool,
  getOwnSchool,
  getSchool,
  listSchools,
  previewDecision,
  verifySchool,
} from '@foyer/contract/schools/school-routes'
import { type ApiSection, describeRoute, exampleUser } from '../../kernel/http/describe-route.ts'
import { uploadInWords } from '../../kernel/uploads/upload-words.ts'

const place = {
  countryId: '0d8f6c1a-94b7-4c52-8e3d-51a7f2c9b640',
  stateId: '7b1e4f20-3c6d-4a8b-9f15-e2d7a0c86b39',
} as const
const details = {
  name: 'Green Valley School',
  type: 'secondary',
  board: 'CBSE',
  address: '14 Lake Road\nMysuru 570001',
  ...place,
  website: 'https://greenvalley.example',
  contact: { firstName: 'Asha', lastName: 'Rao', email: 'asha@example.com', phone: '+919876543210' },
} as const
const { address: _, website: __, contact: ___, ...named } = details
const listed = {
  id: '5b0e7c94-2d61-4f8a-b3c7-90e4a1d6f528',
  ...named,
  logo: '/api/school-logos/e1c2f7a0-58d3-4b69-8f14-3a7d6c0b92e5',
  status: 'unverified',
  submittedAt: '2026-11-22T09:55:00.000Z',
  createdAt: '2026-11-22T09:55:00.000Z',
} as const
const school = {
  ...listed,
  ...details,
  statusReason: null,
  partsToCorrect: [] as SchoolPart[],
  decidedAt: null,
  updatedAt: '2026-11-22T09:55:00.000Z',
} as const
const schoolUser = {
  uuid: exampleUser.uuid,
  fullName: exampleUser.fullName,
  email: exampleUser.email,
  accessSince: '2026-11-22T09:55:00.000Z',
}

const ofOthers = 'A school that the user may not see answers like an unknown one.'

export const schoolsDocs: readonly ApiSection[] = [
  {
    name: 'School records',
    description:
      'What a school says about itself, its verification, and the users who may reach it. Sessions of the platforms `school` and `recruitmentPlatform` reach the schools on the access list of their user. Sessions of `svp` and of the platforms of the product `internal` see every school; `svp` and `serviceAdmin` also create and change every school and its access list; `svp` alone verifies. Every other platform is refused with `no-access`.',
    routes: [
      describeRoute(
        getOwnSchool,
        'The school that the user could reach first. A user of several schools finds the others in the access list. Answers 404 to a user who may reach none.',
        { result: school },
      ),
      describeRoute(
        listSchools,
        'A user of a school gets the schools on their access list, the others every school; in the order of names, or with `order=waiting` the longest wait for a decision (`submitted_at`) first. `search` has one or more words: a school is found if its name has a word that begins with each of them, in any order, whatever their accents and capitals. The list ends after 10,000 schools, and `total` counts no further: narrow it down by `search`, `status` or `country_id`.',
        { items: [listed] },
      ),
      describeRoute(
        createSchool,
        'A new school is unverified. The user of a school gets access to it, and may create five a day. `school-exists` says that the caller already sees a school of this name in this place; capitals, accents and punctuation make no difference, and rejected schools do not count. A state is required where the country has some. A request repeated with its `Idempotency-Key` creates nothing twice.',
        { body: details, result: school },
      ),
      describeRoute(getSchool, ofOthers, { result: school }),
      describeRoute(
        changeSchool,
        `Replaces what the school says about itself: a field that is left out becomes empty. Another name, country or state makes a verified school unverified, and any change of these fields a rejected one, so that it is checked again. ${ofOthers}`,
        { body: details, result: school },
      ),
      describeRoute(
        verifySchool,
        'Records the decision and who made it, and mails the users of the school, with the reason. A rejection needs a reason, and may name the parts that the users should correct: `place` is country and state. The same decision again changes nothing and sends no mail.',
        {
          body: { status: 'verified', reason: null, partsToCorrect: [] },
          result: { ...school, status: 'verified', decidedAt: '2026-11-23T08:30:00.000Z' },
        },
      ),
      describeRoute(
        previewDecision,
        'Takes the body of the decision and changes nothing. The text is that of the first user with a proven address.',
        {
          body: { status: 'rejected', reason: 'The website is that of another school.', partsToCorrect: [] },
          result: {
            subject: 'We couldn’t verify your school',
            text: 'Hello Asha,\n\nFoyer has checked your school and couldn’t verify it. …',
            recipients: 2,
            unproven: 1,
          },
        },
      ),
    ],
  },
  {
    name: 'School logos',
    description: 'The logo of a school, in the colours and the shape that the school gives it.',
    routes: [
      describeRoute(
        putSchoolLogo,
        `A ${uploadInWords(putSchoolLogo)}, and of at most 25 megapixels, as the part \`file\` of a form; its content says what it is. It is made anew without metadata, at most 512 pixels a side, and keeps what is transparent. The address of the logo before answers 404 from then on. ${ofOthers}`,
        { result: school },
      ),
      describeRoute(removeSchoolLogo, ofOthers, { result: { ...school, logo: null } }),
      describeRoute(
        getSchoolLogo,
        'Needs no token: the address of a logo is random, and its bytes never change.',
      ),
    ],
  },
  {
    name: 'School access',
    description:
      'The access lists: which user may reach which school. The sign-up of a school and `POST /api/schools` put its founder on the list; the platforms that manage schools grant and revoke access.',
    routes: [
      describeRoute(listReachableSchools, 'In the order of names.', {
        items: [{ ...listed, accessSince: '2026-11-22T09:55:00.000Z' }],
      }),
      describeRoute(
        listSchoolHistory,
        'What happened to the school, the newest first: its registration, changes, decisions with their reasons, and people invited, joined and removed. Only verifiers read it. It goes back as far as the audit trail (`AUDIT_RETENTION_MONTHS`). `user_name` is null for a user who has been deleted.',
        {
          items: [
            {
              id: '5120',
              at: '2026-11-23T09:55:00.000Z',
              event: 'refused',
              userName: 'Priya Nair',
              platform: 'svp',
              reason: 'The address is of another school.',
              parts: ['address'],
              undoesVerification: false,
            },
          ],
        },
      ),
      describeRoute(listSchoolUsers, 'The user with the oldest access comes first.', {
        items: [schoolUser],
      }),
      describeRoute(
        grantSchoolAccess,
        'Takes the email that the user signs in with, once it is proven, of a member of `school` or `recruitmentPlatform`; every other email answers `user-not-found`. The user gets an email. A school has at most 100 users (`list-full`).',
        { body: { email: 'asha@example.com' }, result: schoolUser },
      ),
      describeRoute(
        revokeSchoolAccess,
        'Takes effect with the next request of the user. Answers 404 for a user who could not reach the school.',
      ),
    ],
  },
]
