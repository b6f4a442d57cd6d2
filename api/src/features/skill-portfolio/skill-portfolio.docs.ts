/** Describes the routes of skill portfolios in /docs. */
import {
  getSkillPortfolio,
  getSkillProfile,
  getSkillVisibility,
  putSkillPortfolio,
  putSkillVisibility,
  type SkillPortfolio,
} from '@foyer/contract/profile/skill-portfolio'
import {
  type Attachment,
  addAttachment,
  addSubmission,
  attachmentsMax,
  getAttachment,
  getSubmission,
  listSubmissions,
  type Submission,
} from '@foyer/contract/profile/submissions'
import { type ApiSection, describeRoute, exampleUser } from '../../kernel/http/describe-route.ts'
import { uploadInWords } from '../../kernel/uploads/upload-words.ts'

const at = '2026-11-22T09:30:00.000Z'

const attachment: Attachment = {
  id: 'b7c1f2d4-3e58-4a90-9c67-15d8e0a4f263',
  fileName: 'A weather station.pdf',
  type: 'application/pdf',
  bytes: 184_320,
  createdAt: at,
}

const submission: Submission = {
  id: '5f0c9a3e-8b27-4d61-a4f9-7e13c2d508b6',
  platform: 'student',
  title: 'A weather station',
  summary: 'Measures temperature and wind, and sends both once a minute.',
  skills: ['Physics', 'Soldering'],
  score: '9 of 10',
  url: 'https://learn.example/work/4821',
  submittedAt: at,
  createdAt: at,
  attachments: [attachment],
}

const portfolio: SkillPortfolio = {
  isPublic: true,
  headline: 'I build measuring instruments',
  items: [
    {
      id: '2c8e4f16-9b3d-4a75-8e01-6d9f2b7c5a40',
      title: 'My weather station',
      summary: 'Built from cardboard and a microcontroller.',
      skills: ['Physics', 'Soldering'],
      url: 'https://asha.example/weather',
      submissionId: submission.id,
    },
  ],
}

export const skillPortfolioDocs: readonly ApiSection[] = [
  {
    name: 'Skill portfolio',
    description:
      'The work that users show, and what platforms hand in for them. `toggle-visibility` rules the skill profile alone; the setting `profileVisibility` rules the profile alone. Both are private at first.',
    routes: [
      describeRoute(
        getSkillPortfolio,
        'The portfolio of the signed-in user, empty and private at first. Carries an `ETag`; with `If-None-Match` an unchanged portfolio answers 304.',
        { result: portfolio },
      ),
      describeRoute(
        putSkillPortfolio,
        'Replaces the whole portfolio, also whether its skill profile is public. An item keeps its `id`; an item without one gets one, or keeps that of an equal item. An item may name one of the user’s submissions, which the skill profile then shows with it. With `If-Match`, a portfolio that was changed since answers 412 `precondition-failed`.',
        { body: portfolio, result: portfolio },
      ),
      describeRoute(getSkillVisibility, 'Whether everybody can read the skill profile. Carries an `ETag`.', {
        result: { isPublic: true },
      }),
      describeRoute(
        putSkillVisibility,
        'Shows or hides the skill profile, whatever the setting `profileVisibility` says of the profile. A user without a username gets one when the skill profile is shown.',
        { body: { isPublic: true }, result: { isPublic: true } },
      ),
      describeRoute(
        getSkillProfile,
        'Needs no token. Upper and lower case of the username are the same. A hidden skill profile, one of a disabled account and an unknown username all answer 404. No contact and no id is in the answer.',
        {
          result: {
            username: 'asharao4821',
            fullName: exampleUser.fullName,
            picture: null,
            headline: portfolio.headline,
            items: portfolio.items.map(({ id: _, submissionId: __, ...item }) => ({
              ...item,
              submission: {
                platform: submission.platform,
                title: submission.title,
                score: submission.score,
                submittedAt: at,
              },
            })),
          },
        },
      ),
      describeRoute(
        listSubmissions,
        'Everything that platforms handed in for the signed-in user, the newest first. Page 1 without `page`; `-1` means all.',
        { items: [submission] },
      ),
      describeRoute(
        getSubmission,
        'One of them. A submission of another user answers 404, like an unknown id.',
        {
          result: submission,
        },
      ),
      describeRoute(
        getAttachment,
        'A file of a submission of the signed-in user, always as a download. A file of another user answers 404.',
      ),
      describeRoute(
        addSubmission,
        'For the server of a platform, with its client id and secret. `user` is the uuid of a member of the client’s platform; every other uuid answers 404. `submitted_at` is now, if it is left out. A request repeated with its `Idempotency-Key` hands in nothing twice. A user has at most 5,000 submissions.',
        {
          body: {
            user: exampleUser.uuid,
            title: submission.title,
            summary: submission.summary,
            skills: submission.skills,
            score: submission.score,
            url: submission.url,
            submittedAt: at,
          },
          result: submission,
        },
      ),
      describeRoute(
        addAttachment,
        `For the client that handed the submission in; every other one gets 404. Takes a ${uploadInWords(addAttachment)}; the content decides, and neither name nor declared type. A picture is made anew as WebP without metadata, at most 2,000 pixels wide and high; a PDF is stored as it is, and nothing looks into it. At most ${attachmentsMax} files.`,
        { result: attachment },
      ),
    ],
  },
]
