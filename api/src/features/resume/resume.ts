/** Defines the content of a résumé before typesetting. A text may use any script. */

export type Resume = {
  name: string
  headline: string | null
  /** The user's contacts and addresses, on one line. */
  contacts: readonly Contact[]
  /** Line breaks separate paragraphs. */
  about: string | null
  sections: readonly ResumeSection[]
}

export type Contact = { text: string; url: string | null }

export type ResumeSection = {
  title: string
  /** If true, the titles of all entries share a paragraph, as for languages; details are in brackets. */
  isInline: boolean
  entries: readonly ResumeEntry[]
}

export type ResumeEntry = {
  title: string
  /** A period or a date. */
  aside: string | null
  details: string | null
  /** Line breaks separate paragraphs. */
  text: string | null
  /** An https URL. */
  url: string | null
}
