/** The schools of the audited states. Tests answer with them, because the times of stored schools would change. */

export const schoolUrl = /\/api\/schools\/[\da-f-]{36}$/
const usersUrl = '**/api/schools/*/access?*'
const historyUrl = '**/api/schools/*/history?*'
const statesUrl = '**/api/reference/countries/*/states'
const countriesUrl = '**/api/reference/countries'

const countryId = '0d8f6c1a-94b7-4c52-8e3d-51a7f2c9b640'
const stateId = '7b1e4f20-3c6d-4a8b-9f15-e2d7a0c86b39'
export const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

export function school(index: number, name: string, status: 'unverified' | 'verified' | 'rejected') {
  return {
    id: `5d6f8a52-3c1b-4f7e-9a28-5e4b7c9d1f${(0x30 + index).toString(16)}`,
    name,
    type: index === 1 ? 'all-through' : 'secondary',
    board: 'CBSE',
    country_id: countryId,
    state_id: stateId,
    logo: null,
    status,
    submitted_at: hoursAgo(24 * (4 - index)),
    created_at: hoursAgo(24 * (4 - index)),
  }
}

export const green = school(0, 'Green Valley School', 'unverified')
export const long = school(
  1,
  'Sri Venkateswara Matriculation Higher Secondary School for Girls',
  'unverified',
)
export const record = {
  ...green,
  address: '14 Lake Road\nMysuru 570001',
  website: 'https://greenvalley.example/about/the-school-and-its-teachers',
  contact: {
    first_name: 'Meera',
    last_name: 'Iyer',
    email: 'meera@greenvalley.example',
    phone: '+919876543210',
  },
  status_reason: null,
  parts_to_correct: [],
  decided_at: null,
  updated_at: green.created_at,
}
export const refused = {
  ...record,
  status: 'rejected',
  status_reason: 'The website is that of another school.\nThe address is that of a shop.',
  parts_to_correct: ['address', 'website'],
  decided_at: hoursAgo(1.1),
  updated_at: hoursAgo(1.1),
}

export const list = (data: object[]) => ({ data, meta: { page: 1, page_size: 20, total: data.length } })
export const users = [
  {
    uuid: '9c2b1f7e-4a5d-4c1e-8f60-2b7d9e3a1c58',
    full_name: 'Meera Iyer',
    email: 'meera@greenvalley.example',
    access_since: green.created_at,
  },
]
const ownEvent = { user_name: 'Meera Iyer', platform: 'school', reason: null, parts: [] }
const history = [
  { ...ownEvent, id: '5', at: hoursAgo(1), event: 'changed', parts: ['name'], undoes_verification: true },
  { ...ownEvent, id: '4', at: hoursAgo(2), event: 'sent-again', parts: ['name', 'address'] },
  {
    id: '3',
    at: hoursAgo(26),
    event: 'refused',
    user_name: 'Priya Nair',
    platform: 'svp',
    reason: 'The address is that of a shop.',
    parts: ['address'],
  },
  { ...ownEvent, id: '2', at: hoursAgo(90), event: 'invited' },
  { ...ownEvent, id: '1', at: green.created_at, event: 'registered' },
]
export const places = {
  [countriesUrl]: [
    { id: countryId, name: 'India', iso2: 'IN', iso3: 'IND', dialling_code: '+91', flag: '🇮🇳' },
  ],
  [statesUrl]: [{ id: stateId, name: 'Karnataka', code: 'KA' }],
  [usersUrl]: users,
  [historyUrl]: history,
}
