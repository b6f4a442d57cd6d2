/** Describes the reference data in /docs. */
import { listCountries, listStates } from '@foyer/contract/routes/reference'
import { type ApiSection, describeRoute } from './describe-route.ts'

export const referenceSections: readonly ApiSection[] = [
  {
    name: 'Reference data',
    description:
      'What forms choose from. The ids belong to this installation and stay the same; caches may keep an answer for an hour, and `If-None-Match` with its ETag is answered with 304.',
    routes: [
      describeRoute(
        listCountries,
        'Lists every country and territory of ISO 3166-1, and Kosovo, in the order of their English names.',
        {
          result: [
            {
              id: '0d8f6c1a-94b7-4c52-8e3d-51a7f2c9b640',
              name: 'India',
              iso2: 'IN',
              iso3: 'IND',
              diallingCode: '+91',
              flag: '🇮🇳',
            },
          ],
        },
      ),
      describeRoute(
        listStates,
        'Lists the states, provinces or other first divisions of a country by name; an empty list for a country without any, 404 for an unknown one.',
        { result: [{ id: '7b1e4f20-3c6d-4a8b-9f15-e2d7a0c86b39', name: 'Karnataka', code: 'KA' }] },
      ),
    ],
  },
]
