/**
 * The platforms of Foyer and the product of each, as in `contract/src/platforms.ts` of its repository, which this package
 * does not contain. `scripts/sdk-platforms.test.ts` finds a difference.
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
