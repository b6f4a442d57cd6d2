/** Describes the reference data in /docs. */
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
  referenceEditors,
} from '@foyer/contract/routes/reference'
import { type ApiSection, describeRoute } from '../../kernel/http/describe-route.ts'

const editors = referenceEditors.map((platform) => `\`${platform}\``).join(', ')
const addition = `For users of ${editors}. Everybody sees the entry five minutes later at the latest. A name that the list has in any spelling answers \`entry-exists\`.`

const ids = {
  country: '0d8f6c1a-94b7-4c52-8e3d-51a7f2c9b640',
  state: '7b1e4f20-3c6d-4a8b-9f15-e2d7a0c86b39',
  item: '3f9c2b71-5d0e-4a86-b1c4-8e6a7f20d953',
}

export const referenceDocs: readonly ApiSection[] = [
  {
    name: 'Reference data',
    description:
      'What forms choose from. Each list answers all its entries, unless a `page` is asked for. The ids belong to this installation and stay the same. Caches may keep an answer for an hour, and the four lists that staff add to for five minutes; `If-None-Match` with the ETag is answered with 304.',
    routes: [
      describeRoute(
        listCountries,
        'Lists every country and territory of ISO 3166-1, and Kosovo, in the order of their English names.',
        {
          items: [
            {
              id: ids.country,
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
        { items: [{ id: ids.state, name: 'Karnataka', code: 'KA' }] },
      ),
      describeRoute(
        listLanguages,
        'Lists the languages of ISO 639-1, and some of ISO 639-3, by English name.',
        { items: [{ id: ids.item, name: 'Tamil', code: 'ta', nativeName: 'தமிழ்' }] },
      ),
      describeRoute(
        listCurrencies,
        'Lists the currencies of ISO 4217 that a country uses, by English name. `minor_units` is the number of digits after the decimal point.',
        {
          items: [
            {
              id: ids.item,
              name: 'Indian Rupee',
              code: 'INR',
              number: '356',
              minorUnits: 2,
              symbol: '₹',
            },
          ],
        },
      ),
      describeRoute(listSubjects, 'Lists the subjects that schools teach, by name, each with its area.', {
        items: [{ id: ids.item, name: 'Physics', area: 'Sciences' }],
      }),
      describeRoute(
        listQualificationLevels,
        'Lists the levels of qualifications from the lowest to the highest, each with its level of ISCED 2011.',
        { items: [{ id: ids.item, name: 'Bachelor’s degree', iscedLevel: 6 }] },
      ),
      describeRoute(
        listCurricula,
        'Lists curricula and examination boards by name. `country_code` is the ISO 3166-1 code of a national one.',
        {
          items: [{ id: ids.item, name: 'Central Board of Secondary Education (CBSE)', countryCode: 'IN' }],
        },
      ),
      describeRoute(addCurriculum, addition, {
        body: { name: 'Green Valley Framework' },
        result: { id: ids.item, name: 'Green Valley Framework', countryCode: null },
      }),
      describeRoute(
        listTeachingLevels,
        'Lists the levels that people teach, in their order and with their level of ISCED 2011; additions come last.',
        { items: [{ id: ids.item, name: 'Primary school', iscedLevel: 1 }] },
      ),
      describeRoute(addTeachingLevel, addition, {
        body: { name: 'Bridge year' },
        result: { id: ids.item, name: 'Bridge year', iscedLevel: null },
      }),
      describeRoute(listTeachingRoles, 'Lists the roles of people who teach or lead at a school, by name.', {
        items: [{ id: ids.item, name: 'Head of department' }],
      }),
      describeRoute(addTeachingRole, addition, {
        body: { name: 'Chess coach' },
        result: { id: ids.item, name: 'Chess coach' },
      }),
      describeRoute(
        listQualificationFields,
        'Lists the detailed fields of ISCED-F 2013 and the additions of staff, by name.',
        {
          items: [
            {
              id: ids.item,
              name: 'Physics',
              code: '0533',
              broadField: 'Natural sciences, mathematics and statistics',
            },
          ],
        },
      ),
      describeRoute(addQualificationField, addition, {
        body: { name: 'Puppetry' },
        result: { id: ids.item, name: 'Puppetry', code: null, broadField: null },
      }),
    ],
  },
]
