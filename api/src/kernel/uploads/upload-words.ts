/** Says in words what a route takes, for the sentences of refusals and for /docs. */
import { fileTypeNames } from '@foyer/contract/file-types'
import type { Upload } from '@foyer/contract/routes/route'

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** '5 MB'. */
export function sizeInWords({ maxBytes }: Pick<Upload, 'maxBytes'>): string {
  return `${Math.floor(maxBytes / 1_024 / 1_024)} MB`
}

/** 'JPG, PNG or WebP picture', or 'JPG, PNG, WebP or PDF file'. */
export function filesInWords(types: Upload['types']): string {
  const isPicture = types.every((type) => type.startsWith('image/'))
  const names = alternatives.format(types.map((type) => fileTypeNames[type]))
  return `${names} ${isPicture ? 'picture' : 'file'}`
}

/** 'JPG, PNG or WebP picture of at most 5 MB', for the description of a route. */
export function uploadInWords({ upload }: { upload: Upload }): string {
  return `${filesInWords(upload.types)} of at most ${sizeInWords(upload)}`
}
