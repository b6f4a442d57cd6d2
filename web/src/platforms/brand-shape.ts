/** What a brand says, in the shape its JSON files must have. Only the renderer and the tests load this file. */
import * as v from 'valibot'

const sentence = v.pipe(v.string(), v.minLength(1))
const colour = v.pipe(v.string(), v.regex(/^#[0-9A-F]{6}$/, 'Write colours as #RRGGBB'))
const meta = v.strictObject({ description: sentence })

/** In every text, {platform} is the display name and {provider} the provider's name. */
export const brandShape = v.strictObject({
  family: v.picklist(['learning', 'school', 'partner', 'centre', 'internal']),
  displayName: sentence,
  /** Where space is short: the header. */
  shortName: sentence,
  layout: v.picklist(['card', 'split', 'bare']),
  /** Readable as text on the page and on a card, and as a surface below white or near-black text. */
  colour: v.strictObject({ light: colour, dark: colour }),
  signIn: v.strictObject({
    title: sentence,
    lead: v.nullable(sentence),
    emailLabel: sentence,
    submit: sentence,
    /** What shows that the form was sent: the button's text, or a veil with a text over the form. */
    busy: v.nullable(sentence),
  }),
  /** Beside the form where the layout is split. */
  panel: v.nullable(
    v.strictObject({ title: sentence, points: v.array(v.strictObject({ title: sentence, text: sentence })) }),
  ),
  legal: v.array(v.picklist(['terms', 'privacy', 'eula'])),
  /** Of the document, by page: only the renderer asks. */
  meta: v.strictObject({ 'sign-in': meta, account: meta, 'sign-up': meta, 'forgot-password': meta }),
})

export type Brand = v.InferOutput<typeof brandShape>

/** What a page shows of it. */
export type PageBrand = Omit<Brand, 'meta'>
