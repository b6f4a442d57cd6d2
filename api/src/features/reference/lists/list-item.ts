/** Declares an entry of a list of reference data, as the files of this folder have it. */

export type ListItem = {
  /** Identifies the entry in every version of the data, so that its id stays when its name changes. */
  code: string
  name: string
  /** The further fields of the list, in the spelling of its schema in the contract. */
  details?: Record<string, string | number | null>
}
