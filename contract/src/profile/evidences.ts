/** Declares the evidences of qualifications and certifications: scans and documents that prove an entry (product 7.3). */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { allPages, pageQuery } from '../lists/paging.ts'
import { pictureTypes } from '../routes/pictures.ts'
import { defineRoute, type Route } from '../routes/route.ts'
import { uploadMaxBytes } from '../shared-values.ts'

export const evidenceSections = ['qualifications', 'certifications'] as const
export type EvidenceSection = (typeof evidenceSections)[number]

/** The evidences of one entry. */
export const evidencesMax = 10
/** The most of one user: a gigabyte at most. */
export const evidencesOfUserMax = 200

const ofEntry = field.fields({ id: field.uuid })
const ofEvidence = field.fields({ id: field.uuid, evidenceId: field.uuid })

const evidence = field.fields({
  id: field.uuid,
  /** A picture is stored as WebP, whatever it was. */
  type: v.picklist(['image/webp', 'application/pdf']),
  /** In bytes, as it is stored. */
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
      limit: 'uploads',
      isIdempotent: true,
      params: ofEntry,
      upload: { maxBytes: uploadMaxBytes, types: [...pictureTypes, 'application/pdf'] },
      result: evidence,
      errors: [...common, 'file-type', 'file-unreadable', 'too-large', 'list-full', 'idempotency-key-reused'],
    }),
    download: defineRoute({
      method: 'GET',
      path: `${path}/:evidenceId`,
      summary: `Download an evidence of ${entry}`,
      access: 'bearer',
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
      limit: 'profile',
      params: ofEvidence,
      errors: common,
    }),
  }
}

export const evidenceRoutes = {
  qualifications: /* @__PURE__ */ routesOf('qualifications'),
  certifications: /* @__PURE__ */ routesOf('certifications'),
}

export const evidenceOperations = {
  listQualificationEvidences: evidenceRoutes.qualifications.list,
  addQualificationEvidence: evidenceRoutes.qualifications.add,
  getQualificationEvidence: evidenceRoutes.qualifications.download,
  removeQualificationEvidence: evidenceRoutes.qualifications.remove,
  listCertificationEvidences: evidenceRoutes.certifications.list,
  addCertificationEvidence: evidenceRoutes.certifications.add,
  getCertificationEvidence: evidenceRoutes.certifications.download,
  removeCertificationEvidence: evidenceRoutes.certifications.remove,
} satisfies Record<string, Route>
