/** Describes the routes of help in /docs. */
import { createHelpRequest, getHelpCategories, listHelpRequests } from '@foyer/contract/routes/help'
import { type ApiSection, describeRoute, exampleUser } from '../../kernel/http/describe-route.ts'

export const helpDocs: readonly ApiSection[] = [
  {
    name: 'Help',
    description: 'The categories of questions, and requests to support.',
    routes: [
      describeRoute(
        getHelpCategories,
        'Needs no token. In the order of the page; `about` may answer the question before the user writes. Cacheable for an hour; carries an `ETag`.',
        {
          result: [
            {
              id: 'codes',
              name: 'My code or link doesn’t arrive',
              about: 'It can take a few minutes. Look in your spam folder, and use only the newest message.',
            },
          ],
        },
      ),
      describeRoute(
        createHelpRequest,
        'Stores the request, and queues a mail to support and one with the reference to the user. With a token, both go by the email and the name of the account, and no captcha is due; `email` is needed where the account has none. Without one a captcha challenge is always due: fetch one for `action=help_request` ahead, or send the request without and solve the challenge in the refusal. The mail to an address that is not proven repeats nothing of the request. Five requests an hour and ten a day are taken under one address. A request repeated with its `Idempotency-Key` is answered with the same reference.',
        {
          body: {
            email: exampleUser.email ?? '',
            name: exampleUser.fullName,
            category: 'codes',
            subject: 'No code since this morning',
            message: 'I asked for a code three times, and none has arrived.',
            platform: 'student',
            captcha: { value: 'eyJjaGFsbGVuZ2UiOnsi…', type: 'invisible' },
          },
          result: { reference: 'H-7K3M-92QX' },
        },
      ),
      describeRoute(
        listHelpRequests,
        'Those that the user sent while signed in, the newest first, for 180 days. Support answers by mail, so an answer is not part of them. `delivery` is that of the mail to support: `waiting` while it is tried, `sent` once a mail server has taken it, `failed` after the last attempt; null 30 days later, and for requests of earlier releases.',
        {
          items: [
            {
              reference: 'H-7K3M-92QX',
              category: 'codes',
              subject: 'No code since this morning',
              message: 'I asked for a code three times, and none has arrived.',
              email: exampleUser.email ?? '',
              delivery: 'sent',
              createdAt: '2026-11-22T09:30:00.000Z',
            },
          ],
        },
      ),
    ],
  },
]
