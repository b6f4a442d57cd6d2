/** Tests school sign-up: its places, fields and refusals (product 2.4, 2.6, 4). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusal } from '../browser/answers.ts'
import { openBrowser, openPage } from '../browser/browser.ts'
import type { Page } from '../browser/page.ts'
import {
  continueToSchools,
  countriesPath,
  newSchoolName,
  reachSchoolPassword,
  schoolHome,
  schoolPath,
  schoolSignUp,
  statesPath,
  typeContact,
  typeSchool,
} from './school-steps.ts'
import { newEmail, newPassword, typePasswords } from './sign-up-steps.ts'

const inIndia = { timeZone: 'Asia/Kolkata' }
const select = (page: Page, id: string) => page.document.getElementById(id) as HTMLSelectElement
const chosen = (page: Page, id: string) => select(page, id).selectedOptions[0]?.textContent

test('a school signs up in one request, whose captcha was solved in advance, and its first user is tracked', async () => {
  const page = await openPage(schoolSignUp, inIndia)
  await page.titled('Create a school account – ')
  await page.find('region', 'Why schools choose us')
  const name = newSchoolName()
  const email = newEmail()
  await typeSchool(page, { name })
  await page.heading('Who can we contact?')
  await page.sees(`You will be the first user of ${name}`)
  await typeContact(page, email)
  await typePasswords(page)
  await page.heading(`${name} is being checked`)
  await page.focused('title')
  await page.titled(`${name} is being checked – `)
  await page.sees(`This usually takes two working days. We’ll write to ${email}.`)
  await page.find('button', 'Account of Meera Nair')
  const verify = await page.find('link', 'Verify your email')
  assert.equal(verify.getAttribute('href'), '/account/contacts?platform=school')
  await page.press('Continue to Schools')
  await page.leaves(`${schoolHome}?code=ac_`)
  const [body, ...more] = page.sentTo(schoolPath).map((sent) => sent.body)
  assert.equal(more.length, 0)
  assert.ok(body.captcha)
  assert.deepEqual([body.school_name, body.first_name, body.last_name], [name, 'Meera', 'Nair'])
  assert.match(body.state_id, /^[0-9a-f-]{36}$/)
  await page.waitFor(() => assert.equal(page.sentTo(/\/signup-tracking\//, 'PUT').length, 1))
  const { data } = page.sentTo(/\/signup-tracking\//)[0]?.body ?? {}
  assert.deepEqual([data.email, data.name, data.source], [email, 'Meera Nair', 'direct'])
})

test('pressing the button twice creates one school', async () => {
  const { page } = await reachSchoolPassword()
  const held = Promise.withResolvers<undefined>()
  page.answer(schoolPath, () => held.promise)
  for (const label of ['Password', 'Confirm Password']) await page.type(label, newPassword)
  await page.user.dblClick(await page.find('button', 'Create Account'))
  await page.sees('Creating your account…')
  held.resolve(undefined)
  await continueToSchools(page)
  await page.leaves(schoolHome)
  assert.equal(page.sentTo(schoolPath).length, 1)
})

test('the country of the browser is chosen, and another country brings its own states', async () => {
  const page = await openPage(schoolSignUp, inIndia)
  await page.waitFor(() => assert.equal(chosen(page, 'country-name'), 'India'))
  await page.choose('State', 'Kerala')
  await page.choose('Country', 'Germany')
  await page.waitFor(() =>
    assert.ok([...select(page, 'address-level1').options].some(({ text }) => text === 'Berlin')),
  )
  assert.equal(select(page, 'address-level1').value, '')
  await page.type('School name', 'Hillview')
  await page.choose('Type of school', 'Primary school')
  await page.press('Next')
  await page.described('address-level1', /Error: Choose the state of your school$/)
  await page.focused('address-level1')
})

test('a country that is chosen after the button was pressed takes its error away', async () => {
  const page = (await openBrowser()).newPage(inIndia)
  const held = Promise.withResolvers<undefined>()
  page.answer(countriesPath, () => held.promise)
  await page.goto(schoolSignUp)
  await page.press('Next')
  await page.described('country-name', /Choose the country of your school/)
  held.resolve(undefined)
  await page.waitFor(() => assert.equal(chosen(page, 'country-name'), 'India'))
  await page.waitFor(() => assert.ok(!select(page, 'country-name').hasAttribute('aria-invalid')))
  assert.match(page.description('organization'), /Enter the name of your school/)
})

test('a school in a country without states names none', async () => {
  const { page } = await reachSchoolPassword({ country: 'Vatican City', state: null })
  await typePasswords(page)
  await continueToSchools(page)
  await page.leaves(schoolHome)
  assert.equal(page.sentTo(schoolPath)[0]?.body.state_id, null)
})

test('the form says that the countries did not load, and loads them on demand', async () => {
  const page = (await openBrowser()).newPage()
  const stop = page.answer(countriesPath, () => refusal(503, { code: 'overloaded' }))
  await page.goto(schoolSignUp)
  await page.described('country-name', /We couldn’t load the countries\./)
  await page.type('School name', 'Hillview')
  stop()
  await page.press('Try again')
  await typeSchool(page)
  await page.heading('Who can we contact?')
})

test('slow states say so and are requested again on demand', async () => {
  const page = (await openBrowser()).newPage({ ...inIndia, clock: true })
  const stop = page.answer(statesPath, () => new Promise(() => {}))
  await page.goto(schoolSignUp)
  await page.waitFor(() => assert.equal(page.sentTo(statesPath).length, 1))
  await page.waitFor(() => assert.equal(chosen(page, 'address-level1'), 'Loading the states…'))
  page.clock.tick(5_500)
  await page.sees('Still working…')
  page.clock.tick(5_000)
  stop()
  await page.press('Retry')
  await page.choose('State', 'Kerala')
})

test('a reload keeps what was typed about a school, but never a password', async () => {
  const { page, email } = await reachSchoolPassword({ name: 'Hillview' })
  for (const label of ['Password', 'Confirm Password']) await page.type(label, newPassword)
  const { localStorage, sessionStorage, history } = page.window
  const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])
  for (const text of ['Hillview', email]) assert.ok(stored.includes(text), text)
  assert.ok(!stored.includes(newPassword))
  await page.reload()
  await page.focused('new-password')
  assert.equal((await page.field('Password')).value, '')
})

for (const [field, id, heading, announced] of [
  ['school_name', 'organization', 'Create a school account', 'Go back to step 1: School'],
  ['school_type', 'school-type', 'Create a school account', 'Go back to step 1: School'],
  ['state_id', 'address-level1', 'Create a school account', 'Go back to step 1: School'],
  ['email', 'email', 'Who can we contact?', 'Go back to step 2: Contact'],
] as const)
  test(`a field error of ${field} leads to its step of school sign-up, and the form goes on from there`, async () => {
    const { page } = await reachSchoolPassword()
    const stop = page.answer(schoolPath, () =>
      refusal(400, { code: 'invalid-request', message: 'x', field_errors: { [field]: ['Not like this'] } }),
    )
    await typePasswords(page)
    await page.heading(heading)
    await page.focused(id)
    await page.described(id, /Not like this/)
    await page.titled('Error: ')
    await page.sees(announced)
    stop()
    await page.press('Next')
    if (id !== 'email') {
      await page.heading('Who can we contact?')
      await page.press('Next')
    }
    for (const label of ['Password', 'Confirm Password'])
      assert.equal((await page.field(label)).value, newPassword)
    await page.press('Create Account')
    await continueToSchools(page)
    await page.leaves(schoolHome)
  })

test('sign-in of schools and of recruitment leads to the sign-up of schools and back', async () => {
  const page = await openPage('/school/sign-up?utm_source=mail')
  await page.shows('/school/signup?utm_source=mail&platform=school')
  await page.press('Sign in instead')
  await page.shows(/\/school\/login\?.*platform=school/)
  for (const platform of ['school', 'recruitmentPlatform']) {
    await page.goto(`/school/login?platform=${platform}&utm_source=mail`)
    await page.press('Sign up for free')
    await page.shows('/school/signup?')
    await page.heading('Create a school account')
    assert.deepEqual(Object.fromEntries(page.url.searchParams), { platform: 'school', utm_source: 'mail' })
  }
})
