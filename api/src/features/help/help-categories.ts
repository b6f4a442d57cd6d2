/** Stores the categories of help requests. Only this file writes the table help_categories. */
import { type HelpCategory, otherHelpCategory } from '@foyer/contract/routes/help'
import { sql } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'

/** In the order of the page. `about` may answer the question before the user writes. */
const categories: readonly HelpCategory[] = [
  {
    id: 'sign-in',
    name: 'I can’t sign in',
    about:
      'Check which page you are on: learners, schools, partners and staff each have one of their own. After several wrong passwords you have to wait; setting a new password ends the wait.',
  },
  {
    id: 'codes',
    name: 'My code or link doesn’t arrive',
    about:
      'It can take a few minutes. Look in your spam folder, and use only the newest message: it replaces all earlier ones.',
  },
  {
    id: 'password',
    name: 'My password',
    about:
      'You can set a new password yourself: choose ‘Forgot Password?’ on the sign-in page, and open the link that we send you.',
  },
  {
    id: 'sign-up',
    name: 'Creating an account',
    about:
      'Learners and schools create their accounts themselves. For all other accounts you need an invitation; ask the person you work with.',
  },
  {
    id: 'name-or-account',
    name: 'Wrong name or account',
    about:
      'You can change your name in your account. If you see someone else’s name when you sign in, choose ‘Not you? Change’.',
  },
  {
    id: 'school',
    name: 'My school’s account',
    about:
      'Tell us the name of the school and the email address that it signed up with. If a colleague has left, tell us who takes over.',
  },
  {
    id: 'privacy',
    name: 'Privacy and my data',
    about: 'You can get a copy of your data, and delete your account, under ‘Privacy’ in your account.',
  },
  {
    id: otherHelpCategory,
    name: 'Something else',
    about: 'Tell us what you wanted to do, and what happened instead.',
  },
]

/**
 * Makes the table equal to the list above, at every start; several copies may start at once. During an update the old
 * and new release briefly share the table. A help request keeps the id of a removed category.
 */
export async function storeHelpCategories(db: Db): Promise<void> {
  const rows = categories.map((category, index) => ({ ...category, position: index + 1 }))
  await db
    .insertInto('helpCategories')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((change) => ({
        position: change.ref('excluded.position'),
        name: change.ref('excluded.name'),
        about: change.ref('excluded.about'),
      })),
    )
    .execute()
  await db
    .deleteFrom('helpCategories')
    .where('id', '<>', sql<string>`all(${rows.map(({ id }) => id)}::text[])`)
    .execute()
}

export function listHelpCategories(db: Db): Promise<HelpCategory[]> {
  return db.selectFrom('helpCategories').select(['id', 'name', 'about']).orderBy('position').execute()
}

/** Returns the name of a category; undefined for an unknown id. */
export async function findHelpCategory(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('helpCategories').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name
}
