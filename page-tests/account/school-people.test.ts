/** Tests the people of a school on its page: invitations, removals, and what the invited user sees (N-195). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import {
  acceptSchoolInvitation,
  inviteToSchool,
  listSchoolInvitations,
} from '@foyer/contract/schools/school-people'
import { getSchool } from '@foyer/contract/schools/school-routes'
import { mailsTo, makeSchool, placeIn, schoolDetails } from '../../api/src/features/schools/test-schools.ts'
import { ageSessions } from '../../api/src/features/step-up/test-step-up.ts'
import { rightPassword } from '../../api/src/testing/test-app.ts'
import { networkError } from '../browser/answers.ts'
import { openBrowser } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import { newSchoolName } from '../sign-up/school-steps.ts'

const path = '/account/school?platform=school'
const invitationsPath = /^\/api\/schools\/[^/]+\/invitations$/

async function openSchool() {
  const browser = await openBrowser()
  const { service } = browser
  const founder = await service.signIn('school')
  const name = newSchoolName()
  const { id } = await makeSchool(service, founder, schoolDetails(await placeIn(service, 'IN'), { name }))
  const page = browser.newPage()
  return {
    page,
    service,
    founder,
    name,
    id,
    invite: async (email: string) =>
      (
        await service.call(
          inviteToSchool,
          { params: { id }, body: { email } },
          { token: founder.accessToken },
        )
      ).data,
    pending: async () =>
      (await service.call(listSchoolInvitations, { params: { id } }, { token: founder.accessToken })).data
        .items,
    open: () => signIn(page, founder.user.email ?? ''),
  }
}

async function signIn(page: Page, email: string, address = path): Promise<void> {
  await page.goto(address)
  await page.type('Email', email)
  await page.type('Password', rightPassword)
  await page.press('Sign in')
}

const newAddress = () => `invited-${randomUUID()}@example.com`
const peopleOf = (page: Page) =>
  [...page.document.querySelectorAll('.school-people > li')].map((entry) => page.text(entry))

test('a user invites a person by email, sends the invitation again, and withdraws it', async () => {
  const { page, service, pending, open } = await openSchool()
  const email = newAddress()
  await open()
  await page.press('Invite a person')
  await page.focused('invited-email')
  await page.press('Send invitation')
  await page.described('invited-email', /Enter an email address/)
  await page.type('Email of the person', 'nobody')
  await page.press('Send invitation')
  await page.described('invited-email', /email/)
  await page.type('Email of the person', email)
  await page.press('Send invitation')
  await page.sees(`We’ve emailed an invitation to ${email}.`)
  await page.focused('people-title')
  await page.waitFor(() => assert.match(peopleOf(page)[1] ?? '', new RegExp(`^${email}Invited just now`)))
  assert.deepEqual((await mailsTo(service, email)).sort(), ['create-password', 'school-invitation'])
  await page.press(`Send again the invitation to ${email}`)
  await page.waitFor(() => assert.equal(page.sentTo(invitationsPath, 'POST').length, 2))
  await page.waitFor(() => assert.ok(!page.get.queryByText('Sending…'), 'It is still sending'))
  await page.press(`Withdraw the invitation to ${email}`)
  await page.sees(`The invitation to ${email} is withdrawn.`)
  await page.waitFor(() => assert.equal(peopleOf(page).length, 1))
  assert.deepEqual(await pending(), [])
})

test('an old sign-in is asked for the password before a person is invited, and the address stays', async () => {
  const { page, service, founder, pending, open } = await openSchool()
  const email = newAddress()
  await open()
  await page.press('Invite a person')
  await ageSessions(service, founder.user.uuid)
  await page.type('Email of the person', email)
  await page.press('Send invitation')
  await page.type('Password', rightPassword)
  await page.user.keyboard('{Enter}')
  await page.sees(`We’ve emailed an invitation to ${email}.`)
  assert.equal((await pending()).length, 1)
})

test('a person with access cannot be invited, and a lost answer can be tried again', async () => {
  const { page, founder, open, pending } = await openSchool()
  await open()
  await page.press('Invite a person')
  await page.type('Email of the person', founder.user.email ?? '')
  await page.press('Send invitation')
  await page.described('invited-email', /has access already/)
  const stop = page.answer(invitationsPath, ({ method }) => {
    if (method !== 'POST') return undefined
    throw networkError()
  })
  await page.type('Email of the person', newAddress())
  await page.press('Send invitation')
  await page.notice(/connection|answer/i)
  stop()
  await page.press('Send invitation')
  await page.sees('We’ve emailed an invitation')
  assert.equal((await pending()).length, 1)
})

test('the invited user accepts on the page, and is then removed by a colleague', async () => {
  const { page, service, name, id, invite, open } = await openSchool()
  const guest = await service.signIn('school')
  await invite(guest.user.email ?? '')
  const other = (await openBrowser()).newPage()
  await signIn(other, guest.user.email ?? '', '/account?platform=school')
  await other.press(`Answer the invitation to ${name}`)
  await other.sees(`Asha Rao has invited you to ${name}.`)
  await other.press(`Accept the invitation to ${name}`)
  await other.sees(`You now have access to ${name}.`)
  await other.heading(name)
  await other.waitFor(() => assert.equal(peopleOf(other).length, 2))
  await open()
  await page.press(/^Remove Asha Rao/)
  await page.sees('We’ll tell them by email')
  await page.press('Keep')
  await page.focused(`remove-${guest.user.uuid}`)
  await page.press(/^Remove Asha Rao/)
  await page.press('Remove person')
  await page.sees('Asha Rao no longer has access.')
  await page.waitFor(() => assert.equal(peopleOf(page).length, 1))
  assert.ok(!page.get.queryByRole('button', { name: /^Leave/ }), 'The last user could leave')
  const { status } = await service.call(getSchool, { params: { id } }, { token: guest.accessToken })
  assert.equal(status, 404)
})

test('a user declines an invitation, and a user of two leaves the school', async () => {
  const { page, service, name, invite, open } = await openSchool()
  const guest = await service.signIn('school')
  const address = guest.user.email ?? ''
  await invite(address)
  const other = (await openBrowser()).newPage()
  await signIn(other, address)
  await other.press(`Decline the invitation to ${name}`)
  await other.sees(`You’ve declined the invitation to ${name}.`)
  await other.sees('You have no school yet.')
  const { id } = await invite(address)
  await service.call(acceptSchoolInvitation, { params: { id } }, { token: guest.accessToken })
  await open()
  await page.press('Leave this school')
  await page.press('Leave school')
  await page.sees(`You have left ${name}.`)
  await page.sees('You have no school yet.')
})
