/** Declares the tables of skill portfolios. */
import type { SkillItem } from '@foyer/contract/profile/skill-portfolio'
import type { SubmissionData } from '@foyer/contract/profile/submissions'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Timestamp } from './record-tables.ts'

export type SkillPortfolios = {
  userId: string
  isPublic: Generated<boolean>
  headline: string | null
  items: ColumnType<SkillItem[], string | undefined, string>
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** Work that a platform submitted for a user. */
export type SkillSubmissions = {
  id: Generated<string>
  userId: string
  /** The client that submitted the work; only this client may add files. */
  clientId: string
  platform: string
  data: JSONColumnType<SubmissionData>
  submittedAt: Date
  createdAt: Timestamp
}

/** Files of submissions. */
export type SkillAttachments = {
  id: string
  /** null until the file is stored, and after its submission is deleted. */
  submissionId: string | null
  fileName: string
  /** The media type that the content proves. */
  type: string
  /** The extension of the stored file. */
  ending: string
  bytes: number
  createdAt: Timestamp
}

/** Files that prove an entry of a profile. */
export type Evidences = {
  id: string
  userId: string | null
  /** null before an entry has the file, and after its removal. */
  itemId: string | null
  ending: 'webp' | 'pdf'
  /** In bytes. */
  size: number
  createdAt: Timestamp
}
