/** Declares the evidences of a profile's entries: scans and documents that prove an entry (product 7.3). */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { documentTypes } from '../file-types.ts'
import { allPages, pageQuery } from '../lists/paging.ts'
import { defineRoute, type Route } from '../routes/route.ts'
import { uploadMaxBytes } from '../shared-values.ts'
import { type SectionName, sectionNames } from './section-names.ts'
import { profileSections } from './sections.ts'

export type EvidenceSection = {
  [S in SectionName]: (typeof profileSections)[S] extends { hasEvidences: true } ? S : never
}[SectionName]
export const evidenceSections = /* @__PURE__ */ sectionNames.filter(
  (name): name is EvidenceSection => 'hasEvidences' in profileSections[name],
)

/** The maximum number of evidences of one entry. */
export const evidencesMax = 10
/** The maximum number of evidences of one user: 1 GB of files at most. */
export const evidencesOfUserMax = 200

const ofEntry = field.fields({ id: field.uuid })
const ofEvidence = field.fields({ id: field.uuid, evidenceId: field.uuid })

const evidence = field.fields({
  id: field.uuid,
  /** An uploaded image is always stored as WebP. */
  type: v.picklist(['image/webp', 'application/pdf']),
  /** The size of the stored file in bytes. */
  size: v.number(),
  createdAt: v.string(),
})
export type Evidence = v.InferOutput<typeof evidence>

const common = ['session-ended', 'no-access', 'invalid-request', 'not-found', 'too-many-attempts'] as const

/* @__NO_SIDE_EFFECTS__ */
function routesOf(section: EvidenceSection) {
  const path = `/api/profile/${section}/:id/evidences` as const
  const entry = `a ${section.slice(0, -1)}`
  return {
    list: defineRoute({
      method: 'GET',
      path,
      summary: `List the evidences of ${entry}`,
      access: 'bearer',
      scope: 'foyer.profile',
      limit: 'profile',
      params: ofEntry,
      query: pageQuery(allPages, {}),
      list: evidence,
      errors: common,
    }),
    add: defineRoute({
      method: 'POST',
      path,
      summary: `Upload an evidence of ${entry}`,
      access: 'bearer',
      scope: 'foyer.profile',
      limit: 'uploads',
      isIdempotent: true,
      params: ofEntry,
      upload: { maxBytes: uploadMaxBytes, types: documentTypes },
      result: evidence,
      errors: [...common, 'file-type', 'file-unreadable', 'too-large', 'list-full'],
    }),
    download: defineRoute({
      method: 'GET',
      path: `${path}/:evidenceId`,
      summary: `Download an evidence of ${entry}`,
      access: 'bearer',
      scope: 'foyer.profile',
      limit: 'profile',
      params: ofEvidence,
      file: ['image/webp', 'application/pdf'],
      errors: ['session-ended', 'no-access', 'invalid-request', 'too-many-attempts'],
    }),
    remove: defineRoute({
      method: 'DELETE',
      path: `${path}/:evidenceId`,
      summary: `Remove an evidence of ${entry}`,
      access: 'bearer',
      scope: 'foyer.profile',
      limit: 'profile',
      params: ofEvidence,
      errors: common,
    }),
  }
}

export const evidenceRoutes = /* @__PURE__ */ Object.fromEntries(
  evidenceSections.map((section) => [section, routesOf(section)]),
) as Record<EvidenceSection, ReturnType<typeof routesOf>>

/** The routes of all sections by operation id, such as addQualificationEvidence. */
export const evidenceOperations: Readonly<Record<string, Route>> = /* @__PURE__ */ Object.fromEntries(
  evidenceSections.flatMap((section) => {
    const { list, add, download, remove } = evidenceRoutes[section]
    const { entry } = profileSections[section]
    return [
      [`list${entry}Evidences`, list],
      [`add${entry}Evidence`, add],
      [`get${entry}Evidence`, download],
      [`remove${entry}Evidence`, remove],
    ]
  }),
)
