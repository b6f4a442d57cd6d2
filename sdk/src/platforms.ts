/**
 * The platforms of Foyer and their products, copied from `contract/src/platforms.ts` of Foyer's repository, which this
 * package does not include. `scripts/sdk-platforms.test.ts` compares the two.
 */
export const productOf: Readonly<Record<string, string>> = {
  student: 'learning',
  school: 'school',
  recruitmentPlatform: 'school',
  svp: 'school',
  olympiadPartner: 'partner',
  centerHead: 'center',
  centreAdmin: 'center',
  professor: 'learning',
  serviceAdmin: 'internal',
  iqa: 'learning',
  apiDocs: 'learning',
  applicationFormAdmin: 'internal',
  admissionsCounsellor: 'internal',
  recruitmentUtils: 'internal',
}
