/** Declares an entry of a reference list in the files of this folder. */

export type ListItem = {
  /** Identifies the entry in every version of the data: its id does not change if its name does. */
  code: string
  name: string
  /** The further fields of the list, named as in the contract's schema. */
  details?: Record<string, string | number | null>
}
