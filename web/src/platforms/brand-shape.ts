/** Defines the schema of a brand's JSON files. Only the renderer and the tests load this file. */
import type { Family } from '@foyer/contract/families'
import type { PlatformNames } from '@foyer/contract/platform-names'
import * as v from 'valibot'

const sentence = v.pipe(v.string(), v.minLength(1))

const person = { name: sentence, about: sentence }
const note = { title: sentence, text: sentence }

/** The picture above the text of a slide (web/src/ui/panel). */
const scene = v.variant('kind', [
  v.strictObject({
    kind: v.literal('profiles'),
    people: v.array(v.strictObject({ ...person, chips: v.array(sentence) })),
    note: v.strictObject(note),
  }),
  v.strictObject({
    kind: v.literal('checks'),
    person: v.strictObject(person),
    checks: v.array(sentence),
    pending: sentence,
  }),
  v.strictObject({
    kind: v.literal('hiring'),
    stages: v.array(v.strictObject({ ...note, people: v.array(sentence) })),
    person: v.strictObject(person),
    note: v.strictObject(note),
  }),
])

/** `name` is the slide's name in the specification. */
const slide = v.strictObject({ name: sentence, title: sentence, text: sentence, scene })

/** In every text, {platform} is the display name and {provider} the provider's name. */
export const brandShape = v.strictObject({
  layout: v.picklist(['card', 'split']),
  signIn: v.strictObject({
    title: sentence,
    lead: v.nullable(sentence),
    emailLabel: sentence,
    submit: sentence,
    /** The text over the busy form; null if the button shows that the form is busy. */
    busy: v.nullable(sentence),
    /** Says how to get an account on a platform without sign-up; null for no text, or for the link to sign-up. */
    foot: v.nullable(sentence),
  }),
  /** Shown next to the form in the split layout. */
  panel: v.nullable(v.strictObject({ label: sentence, slides: v.array(slide) })),
  legal: v.array(v.picklist(['terms', 'privacy', 'eula'])),
})

/** The texts and the layout from the files of a brand. */
export type BrandText = v.InferOutput<typeof brandShape>

/** A platform's texts, its names (contract/src/platform-names.ts), its family and its colour (families.ts). */
export type Brand = BrandText & PlatformNames & { family: Family; colour: { light: string; dark: string } }

/** The part of a brand that pages show. */
export type PageBrand = Omit<Brand, 'panel' | 'colour'> & {
  /** The partner of a partner's page. `source` is the explicit source of sign-ups on that page. */
  partner?: { name: string; source: string }
  /** The teacher of the panel that a phone shows, because a phone has no room for the panel. */
  teacher?: { title: string; name: string; about: string }
  /** The partner's own texts of sign-up. */
  signUp?: { title: string; lead: string }
}
