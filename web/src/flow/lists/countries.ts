/** The list that forms of several rooms choose from (product 3). Import it lazily: the first screen does not need it. */
import { listCountries } from '@foyer/contract/routes/reference'
import { call } from '../../api/call.ts'
import { createSharedList } from './shared-list.ts'

export const countries = createSharedList((signal) => call(listCountries, {}, { signal }))
