/** Tests that pages send the browser's time zone, which mails use for times. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../browser/browser.ts'
import { sharedService } from '../browser/shared-service.ts'
import { openAccount } from '../browser/sign-in.ts'
import { makeUser } from './new-users.ts'

test('a mail about a new browser writes the time in the zone of the browser that the user knows', async () => {
  const email = await makeUser('professor')
  for (const timeZone of ['Asia/Kolkata', 'America/New_York']) {
    const page = (await openBrowser()).newPage({ timeZone })
    await openAccount(page, email)
  }
  const { outbox, db } = (await sharedService()).services
  const notice = (await outbox.recent(db, 50)).find(({ to }) => to === email)
  assert.match(notice?.subject ?? '', /^New sign-in to your .* account$/)
  assert.match(notice?.text ?? '', /^Time: \d+ \w+ \d{4}, \d\d:\d\d \(India Standard Time\)$/m)
  assert.match(notice?.text ?? '', /signed in to Professor Portal/)
  assert.match(notice?.text ?? '', /^http\S+\/forgot-password\?platform=professor&email=\S+$/m)
})
