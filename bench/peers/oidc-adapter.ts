/** Stores oidc-provider's data in one Postgres table, like the adapters of its manual for other databases. */
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Pool } from 'pg'

const table = `create table oidc_models (
  model text not null, id text not null, payload jsonb not null,
  grant_id text, uid text, consumed_at timestamptz, expires_at timestamptz,
  primary key (model, id))`
const indexes = [
  `create index on oidc_models (grant_id) where grant_id is not null`,
  `create index on oidc_models (model, uid) where uid is not null`,
]

export async function createOidcTable(pool: Pool): Promise<void> {
  for (const statement of [table, ...indexes]) await pool.query(statement)
}

type Row = { payload: AdapterPayload; consumed_at: Date | null }

/** Makes the adapter of each model. Every statement has a name, so that Postgres plans it once per connection. */
export function postgresAdapter(pool: Pool): (model: string) => Adapter {
  const run = (name: string, text: string, values: readonly unknown[]) =>
    pool.query<Row>({ name: `oidc_${name}`, text, values: [...values] })
  return (model) => {
    async function find(name: string, condition: string, value: string): Promise<AdapterPayload | undefined> {
      const { rows } = await run(
        name,
        `select payload, consumed_at from oidc_models where model = $1 and ${condition} = $2 and expires_at > now()`,
        [model, value],
      )
      const [row] = rows
      return (
        row && { ...row.payload, ...(row.consumed_at && { consumed: row.consumed_at.getTime() / 1_000 }) }
      )
    }
    return {
      async upsert(id, payload, expiresIn) {
        await run(
          'upsert',
          `insert into oidc_models (model, id, payload, grant_id, uid, expires_at)
           values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
           on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
             uid = excluded.uid, expires_at = excluded.expires_at`,
          [model, id, payload, payload.grantId ?? null, payload.uid ?? null, expiresIn || 86_400],
        )
      },
      find: (id) => find('find', 'id', id),
      findByUid: (uid) => find('find_by_uid', 'uid', uid),
      findByUserCode: async () => undefined,
      async consume(id) {
        await run('consume', 'update oidc_models set consumed_at = now() where model = $1 and id = $2', [
          model,
          id,
        ])
      },
      async destroy(id) {
        await run('destroy', 'delete from oidc_models where model = $1 and id = $2', [model, id])
      },
      async revokeByGrantId(grantId) {
        await run('revoke', 'delete from oidc_models where model = $1 and grant_id = $2', [model, grantId])
      },
    }
  }
}
