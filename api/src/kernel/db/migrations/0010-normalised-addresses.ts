/**
 * Treats both forms of the Greek sigma as one letter in the key of an email. It rewrites no key, because the previous
 * version of the service finds users by key. `twin` already separates rows that share a folded key. Rows whose stored
 * address differs from its normalised form are reported, never changed: mail would go to another mailbox.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table emails add column twin text not null default ''`,
  // The verified row of two keeps the folded key; if both or neither are verified, the older row keeps it.
  `update emails set twin = key from (
      select id, row_number() over (
        partition by translate(key, 'ς', 'σ') order by provenance = 'verified' desc, created_at, id) as place
      from emails where key ~ '[ςσ]') as ranked
    where ranked.id = emails.id and ranked.place > 1`,
  `create unique index emails_folded_key on emails (translate(key, 'ς', 'σ'), twin)`,
  // The warning reaches the service's log. It names the first hundred accounts by id, and never an address.
  `do $$
    declare
      differing int;
      accounts text;
    begin
      select count(*), string_agg(user_id::text, ' ') filter (where place <= 100) into differing, accounts
        from (select user_id, row_number() over (order by created_at, id) as place
          from emails where lower(address) <> key or twin <> '') as found;
      if differing > 0 then
        raise warning '% stored email addresses may differ from their normalised form (foyer email check lists them), of the accounts: %',
          differing, accounts;
      end if;
    end $$`,
]
