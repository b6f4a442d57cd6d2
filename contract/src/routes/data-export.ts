/** Declares the export of everything that the service stores about its user. */
import * as v from 'valibot'
import * as field from '../fields.ts'
import { defineRoute } from './route.ts'

const path = '/api/auth/users/export'
const isoTime = v.pipe(v.string(), v.isoTimestamp())

export const exportStates = ['none', 'waiting', 'ready', 'failed'] as const

export const dataExport = field.fields({
  /** `none` without a request or after the files have expired; `waiting` until the files are made; `failed` if they could not be. */
  state: v.picklist(exportStates),
  /** How much is done, in per cent. */
  percent: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
  /** null for `none`. */
  requestedAt: v.nullable(isoTime),
  /** The files can be downloaded until then; null if there are none. */
  expiresAt: v.nullable(isoTime),
})
export type DataExport = v.InferOutput<typeof dataExport>

export const requestExport = defineRoute({
  method: 'POST',
  path,
  summary: 'Have files made of everything that is stored about you',
  access: 'own-session',
  needsProof: 'recent',
  limit: 'settings',
  result: dataExport,
  errors: ['proof-needed', 'session-ended', 'no-access', 'too-many-attempts'],
})

export const getExport = defineRoute({
  method: 'GET',
  path,
  summary: 'Get the state of your own export',
  access: 'own-session',
  limit: 'settings',
  result: dataExport,
  errors: ['session-ended', 'no-access', 'too-many-attempts'],
})

export const exportFormats = ['html', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const downloadExport = defineRoute({
  method: 'GET',
  path: `${path}/file`,
  summary: 'Download a file of your own export',
  access: 'own-session',
  needsProof: 'recent',
  limit: 'documents',
  query: field.fields({
    /** `html` to read, `json` for programs. */
    format: v.optional(v.picklist(exportFormats, 'Must be html or json'), 'html'),
  }),
  file: ['text/html', 'application/json'],
  errors: ['invalid-request', 'proof-needed', 'session-ended', 'no-access', 'too-many-attempts'],
})
