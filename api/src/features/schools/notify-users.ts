/** Lists the decision on a school among the notifications of its users. */
import { pages } from '@foyer/contract/pages'
import { schoolSignUpPlatform } from '@foyer/contract/platforms'
import type { SchoolStatus } from '@foyer/contract/school-types'
import type { Db } from '../../kernel/db/connect.ts'
import type { Services } from '../../services.ts'
import { postOwn } from '../notifications/notifications.ts'
import { listUserIds } from './school-access.queries.ts'

type Decided = { school: { id: string; name: string }; status: Exclude<SchoolStatus, 'unverified'> }

/** Everyone with access reads the school's name: the account shows the school to them. */
export async function notifyUsers(
  trx: Db,
  { config }: Pick<Services, 'config'>,
  { school: { id, name }, status }: Decided,
): Promise<void> {
  const platform = schoolSignUpPlatform()
  const url = `${config.baseUrl}${pages['account-school'].paths.main}?platform=${platform}#${id}`
  const text =
    status === 'verified'
      ? { title: `${name} is verified`, body: 'We have checked your school.' }
      : {
          title: `${name} is not verified yet`,
          body: 'We couldn’t verify your school. Read why and correct it, and we’ll check it again.',
        }
  for (const userId of await listUserIds(trx, id)) await postOwn(trx, { userId, platform, url, ...text })
}
