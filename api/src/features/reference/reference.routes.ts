import type { CuratedList, GrowingList } from '@foyer/contract/lists/curated-lists'
import {
  addCurriculum,
  addQualificationField,
  addTeachingLevel,
  addTeachingRole,
  listCountries,
  listCurrencies,
  listCurricula,
  listLanguages,
  listQualificationFields,
  listQualificationLevels,
  listStates,
  listSubjects,
  listTeachingLevels,
  listTeachingRoles,
} from '@foyer/contract/routes/reference'
import type { Caller } from '../../identity/sessions/access-tokens.ts'
import { Failure } from '../../kernel/failure.ts'
import { type Asked, pageOf } from '../../kernel/limits/list-paging.ts'
import type { Window } from '../../kernel/limits/request-limits.ts'
import { readReplica } from '../../kernel/replica/read-replica.ts'
import type { Serve, Services } from '../../services.ts'
import { addItem } from './add-item.ts'
import { listCountryRows, listStateRows } from './countries.queries.ts'
import { findItem, listItemRows } from './items.queries.ts'

/** More than a user types, but too few to fill a list with a stolen session. */
const additionsPerUser: Window = { max: 60, windowSeconds: 3_600 }

export function referenceRoutes(serve: Serve, { db, keyring }: Services): void {
  serve(listCountries, async ({ query }) => pageOf(await readReplica(db, listCountryRows), query))
  serve(listStates, async ({ params, query }) => {
    const states = await readReplica(db, (reader) => listStateRows(reader, params.countryId))
    if (!states) throw new Failure('not-found')
    return pageOf(states, query)
  })

  serve(listLanguages, ({ query }) => read('languages', query))
  serve(listSubjects, ({ query }) => read('subjects', query))
  serve(listCurrencies, ({ query }) => read('currencies', query))
  serve(listQualificationLevels, ({ query }) => read('qualification-levels', query))
  serve(listCurricula, ({ query }) => read('curricula', query))
  serve(listTeachingLevels, ({ query }) => read('teaching-levels', query))
  serve(listTeachingRoles, ({ query }) => read('teaching-roles', query))
  serve(listQualificationFields, ({ query }) => read('qualification-fields', query))

  serve(addCurriculum, (request) => addItem(db, 'curricula', request), made('curricula'))
  serve(addTeachingLevel, (request) => addItem(db, 'teaching-levels', request), made('teaching-levels'))
  serve(addTeachingRole, (request) => addItem(db, 'teaching-roles', request), made('teaching-roles'))
  serve(
    addQualificationField,
    (request) => addItem(db, 'qualification-fields', request),
    made('qualification-fields'),
  )

  async function read<L extends CuratedList>(list: L, query: Asked) {
    return pageOf(await readReplica(db, (reader) => listItemRows(reader, list)), query)
  }

  function made<L extends GrowingList>(list: L) {
    return {
      rules: ({ caller }: { caller: Caller }) => [
        {
          key: `reference-add:${keyring.lastingMac('reference', caller.userId).toString('base64url')}`,
          ...additionsPerUser,
        },
      ],
      async replay(id: string) {
        const item = await findItem(db, list, id)
        if (!item) throw new Failure('not-found')
        return item
      },
    }
  }
}
