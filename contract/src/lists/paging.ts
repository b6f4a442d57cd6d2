/** Declares the page parameters of list requests (product 7.5). */
import * as v from 'valibot'
import * as field from '../fields.ts'

/** A list with more entries than this is only answered page by page. */
export const listAllMax = 1_000

/** The value of `page` that requests all entries. */
export const allPages = -1

const pageMax = 1_000_000
const pageSizeMax = 100
const pageSizeDefault = 20

/** Makes a schema of a whole number in a URL between two bounds, in exactly one spelling. */
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
