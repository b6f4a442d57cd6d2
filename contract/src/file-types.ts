/** The types of files that users upload. The content decides the type, never the name (api/src/kernel/uploads/file-types.ts). */

/** The media types that an upload may allow, and their names for people. */
export const fileTypeNames = {
  'image/jpeg': 'JPG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'application/pdf': 'PDF',
} as const
export type FileType = keyof typeof fileTypeNames

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const satisfies readonly FileType[]
export const documentTypes = [...pictureTypes, 'application/pdf'] as const satisfies readonly FileType[]
