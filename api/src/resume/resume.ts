/** Defines the content of a résumé, before it is laid out. Every text may be of any script. */

export type Resume = {
  name: string
  headline: string | null
  /** Addresses and numbers of the person, on one line. */
  contacts: readonly string[]
  about: string | null
  sections: readonly ResumeSection[]
}

export type ResumeSection = {
  title: string
  entries: readonly ResumeEntry[]
  /** The titles of all entries on one line, separated by commas, as for languages. */
  isInline?: boolean
}

export type ResumeEntry = {
  title: string
  /** A period or a date, beside the title. */
  aside: string | null
  subtitle: string | null
  text: string | null
  /** An https address. */
  url: string | null
}
