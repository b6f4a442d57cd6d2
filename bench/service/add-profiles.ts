/** Gives 100,000 users a profile with entries, by SQL: those who sign in, and others to fill the tables. */
import pg from 'pg'

const profileCount = 100_000
const summary = 'Ten gauges from bottles and a reed switch, with one map of all readings.'
/** An entry of each of five sections, with every field that the service returns. */
const entries = {
  awards: { title: 'First prize', awarder: 'District', date: '2025-01', url: null, summary },
  projects: {
    name: 'Rain gauges',
    roleName: 'Lead',
    startDate: '2024-07',
    endDate: null,
    url: null,
    summary,
  },
  academics: {
    ...{ institution: 'Green Valley School', studyType: 'Class 12', area: 'Physics', startDate: '2024' },
    ...{ endDate: null, score: null, url: null, summary: null },
  },
  interests: { name: 'Rivers', summary },
  achievements: { title: 'Half marathon', date: '2025-10-05', url: null, summary: null },
}
const entriesASection = 4

export async function addProfiles(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(
    `insert into users (first_name, last_name)
     select 'Ravi', 'Das' from generate_series(1, $1 - (select count(*)::int from users))`,
    [profileCount],
  )
  await client.query(
    `insert into profiles (user_id, username, headline, about)
     select id, 'bench' || row_number() over (order by id), 'Builds instruments for the weather', repeat('About. ', 40)
     from users`,
  )
  await client.query(
    `insert into profile_items (user_id, section, position, data)
     select user_id, section, position, data
     from profiles, jsonb_each($1::jsonb) as entry (section, data), generate_series(1, $2::int) as position`,
    [JSON.stringify(entries), entriesASection],
  )
  await client.query('vacuum analyze users, profiles, profile_items')
  await client.end()
}
