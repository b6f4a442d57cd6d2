/** Declares the shape of the tables of skill portfolios. */
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

/** Work that a platform handed in for a user. */
export type SkillSubmissions = {
  id: Generated<string>
  userId: string
  /** The client that posted it, which alone may add files. */
  clientId: string
  platform: string
  data: JSONColumnType<SubmissionData>
  submittedAt: Date
  createdAt: Timestamp
}

/** Files of submissions. */
export type SkillAttachments = {
  id: string
  /** null until the file is stored, and once its submission is deleted. */
  submissionId: string | null
  fileName: string
  /** The media type, by content. */
  type: string
  /** The ending of the stored file's name. */
  ending: string
  bytes: number
  createdAt: Timestamp
}
