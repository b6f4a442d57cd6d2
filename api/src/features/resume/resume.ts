/** Defines the content of a résumé, before it is set in type. Every text may be of any script. */

export type Resume = {
  name: string
  headline: string | null
  /** Addresses and numbers of the user, on one line. */
  contacts: readonly Contact[]
  /** Paragraphs are separated by line breaks. */
  about: string | null
  sections: readonly ResumeSection[]
}

export type Contact = { text: string; url: string | null }

export type ResumeSection = {
  title: string
  /** The titles of all entries share a paragraph, as for languages; their details are in brackets. */
  isInline: boolean
  entries: readonly ResumeEntry[]
}

export type ResumeEntry = {
  title: string
  /** A period or a date. */
  aside: string | null
  details: string | null
  /** Paragraphs are separated by line breaks. */
  text: string | null
  /** An https address. */
  url: string | null
}
