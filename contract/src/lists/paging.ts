/** Declares how a request asks for a page of a list (product 7.5). */
import * as v from 'valibot'
import * as field from '../fields.ts'

/** More entries than these are answered page by page only. */
export const listAllMax = 1_000

/** Stands for all entries. */
export const allPages = -1

const pageMax = 1_000_000
const pageSizeMax = 100
const pageSizeDefault = 20

/** A whole number in a URL, between two bounds; no other spelling of it. */
/* @__NO_SIDE_EFFECTS__ */
function numberText(pattern: RegExp, min: number, max: number) {
  const fault = `Must be a number from ${min} to ${max}`
  return v.pipe(
    field.text(12),
    v.regex(pattern, fault),
    v.transform(Number),
    v.minValue(min, fault),
    v.maxValue(max, fault),
  )
}

const page = v.union(
  [v.pipe(v.literal(String(allPages)), v.transform(Number)), numberText(/^[1-9]\d*$/, 1, pageMax)],
  `Must be -1 or a number from 1 to ${pageMax}`,
)

/** Makes the schema of a query with `page`, `pageSize` and further fields. */
/* @__NO_SIDE_EFFECTS__ */
export function pageQuery<const E extends v.ObjectEntries>(defaultPage: 1 | typeof allPages, more: E) {
  return field.fields({
    page: v.optional(page, `${defaultPage}`),
    pageSize: v.optional(numberText(/^[1-9]\d*$/, 1, pageSizeMax), `${pageSizeDefault}`),
    ...more,
  })
}
