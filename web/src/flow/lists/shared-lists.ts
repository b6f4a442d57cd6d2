/** The lists that forms of several rooms choose from (Spec 3). Import it lazily: the first screen needs none. */
import { listCountries, listLanguages, listSubjects } from '@foyer/contract/routes/reference'
import { call } from '../../api/call.ts'
import { createSharedList } from './shared-list.ts'

export const countries = createSharedList((signal) => call(listCountries, {}, { signal }))
export const languages = createSharedList((signal) => call(listLanguages, {}, { signal }))
export const subjects = createSharedList((signal) => call(listSubjects, {}, { signal }))
