/**
 * Calls the routes of schools with canary values: sign-ups with a new account, with a password and with a code, and the
 * school records.
 */
import assert from 'node:assert/strict'
import { sendOtp } from '@foyer/contract/routes/otp'
import { listCountries, listStates } from '@foyer/contract/routes/reference'
import { addSchoolToAccount, signUpSchool } from '@foyer/contract/routes/school-sign-up'
import {
  grantSchoolAccess,
  listReachableSchools,
  listSchoolUsers,
  revokeSchoolAccess,
} from '@foyer/contract/schools/school-access'
import { getSchoolLogo, putSchoolLogo, removeSchoolLogo } from '@foyer/contract/schools/school-logos'
import {
  changeSchool,
  createSchool,
  getOwnSchool,
  getSchool,
  listSchools,
  verifySchool,
} from '@foyer/contract/schools/school-routes'
import { codeTo, endWaits } from '../features/otp/test-codes.ts'
import { applicationTo, bearer, type Send, solveForSignUp } from './canary-calls.ts'
import { joinWithPassword } from './canary-joining.ts'
import { sent } from './canary-values.ts'
import type { TestApp } from './test-app.ts'

/** Returns the secrets that it received: tokens, codes and a captcha solution. */
export async function signUpSchools(testApp: TestApp, send: Send): Promise<Record<string, string>> {
  const { data: countries } = await testApp.call(listCountries, {})
  const countryId = countries.items.find(({ iso2 }) => iso2 === 'IN')?.id ?? ''
  const { data: states } = await testApp.call(listStates, { params: { countryId } })
  const own = { schoolName: sent['school name'], countryId, stateId: states.items[0]?.id }
  const school = (more: object) =>
    applicationTo(signUpSchool, { ...own, email: sent['email of a school'], ...more })
  const added = (more: object) => applicationTo(addSchoolToAccount, { ...own, email: sent.email, ...more })
  const password = sent["newcomer's password"]
  await send(signUpSchool, school({}))
  const captcha = await solveForSignUp(testApp)
  const { data: opened } = await send(signUpSchool, school({ captcha }))
  assert.ok(opened, 'a school is signed up with a new account')
  await send(signUpSchool, school({ email: sent.email, captcha: await solveForSignUp(testApp) }))
  await joinWithPassword(send)

  await send(addSchoolToAccount, added({ proof: { password: sent['wrong password'] } }))
  const { data: byPassword } = await send(
    addSchoolToAccount,
    added({ proof: { password: sent['right password'] } }),
  )
  assert.ok(byPassword, 'a school is signed up with the password of an account')
  await endWaits(testApp)
  const { data: challenge } = await send(sendOtp, {
    medium: 'email',
    purpose: 'school_sign_up',
    email: sent.email,
  })
  const { token } = challenge as unknown as { token: string }
  const otp = await codeTo(testApp, sent.email)
  const proof = { token, otp: sent['code typed wrong'] }
  await send(addSchoolToAccount, added({ proof }))
  const { data: byCode } = await send(
    addSchoolToAccount,
    added({ proof: { token, otp }, password1: password, password2: password }),
  )
  assert.ok(byCode, 'a school is signed up with a code')
  return {
    "access token of a school's sign-up": accessTokenOf(opened),
    "access token of a school's password proof": accessTokenOf(byPassword),
    "access token of a school's code proof": accessTokenOf(byCode),
    "challenge of a school's code": token,
    "code of a school's sign-up": otp,
    "solved captcha of a school's sign-up": captcha.value,
  }
}

/** Returns the access tokens. */
export async function keepSchools(testApp: TestApp, send: Send): Promise<Record<string, string>> {
  const { accessToken: ofSchool, user } = await testApp.signIn('school')
  const { accessToken: ofVerifier } = await testApp.signIn('svp')
  const [own, verifier] = [bearer(ofSchool), bearer(ofVerifier)]
  const { data: countries } = await testApp.call(listCountries, {})
  const countryId = countries.items.find(({ iso2 }) => iso2 === 'GI')?.id ?? ''
  const body = {
    name: sent['school name'],
    type: 'primary',
    address: sent['address of a school'],
    countryId,
    stateId: null,
    website: sent['website of a school'],
    contact: { firstName: sent['first name'], email: sent['contact of a school'] },
  }
  const { data: school } = await send(createSchool, body, own)
  assert.ok(school, 'a school is created')
  const params = { id: (school as unknown as { id: string }).id }
  await send(getOwnSchool, undefined, own)
  await send(listSchools, undefined, verifier)
  await send(getSchool, undefined, own, params)
  await send(changeSchool, { ...body, board: 'CBSE' }, own, params)
  const reason = sent['reason of a verification']
  await send(verifySchool, { status: 'rejected', reason }, verifier, params)
  await send(listReachableSchools, undefined, own)
  await send(listSchoolUsers, undefined, verifier, params)
  await send(grantSchoolAccess, { email: sent.email }, verifier, params)
  await send(revokeSchoolAccess, undefined, verifier, { ...params, userId: user.uuid })
  await send(putSchoolLogo, undefined, own, params)
  await send(removeSchoolLogo, undefined, own, params)
  await send(getSchoolLogo, undefined, {}, params)
  return { 'access token of a school': ofSchool, 'access token of a verifier': ofVerifier }
}

function accessTokenOf(data: unknown): string {
  return (data as Record<string, string>).access_token ?? ''
}
