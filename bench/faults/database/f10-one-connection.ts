/** F10: runs every flow many times at once with a single database connection; none deadlocks. */

import type { Fault } from '../fault.ts'
import { openInstallation } from '../installation/installation.ts'

export const fault: Fault = {
  id: 'F10',
  title: 'a pool of one connection, every flow many times at once',
  async run(check) {
    await using installation = await openInstallation({ env: { DATABASE_POOL_SIZE: '1' } })
    await using client = installation.openClient()
    const users = await installation.addUsers(10)
    const counted = (answers: readonly { status: number }[]) =>
      Object.entries(Object.groupBy(answers, ({ status }) => status))
        .map(([status, list]) => `${status} × ${list?.length}`)
        .join(', ')
    const many = <T>(count: number, work: () => Promise<T>) =>
      Promise.all(Array.from({ length: count }, work))
    const logins = await Promise.all(users.map((uuid) => client.login(uuid)))
    check(
      'ten sign-ins at once',
      logins.every(({ status }) => status === 200),
      counted(logins),
    )
    const tokens = logins[0]?.data ?? { accessToken: '', refreshToken: '' }

    const successors = await many(50, () => client.refresh(tokens.refreshToken))
    const tokensGiven = new Set(successors.map(({ data }) => data?.refreshToken))
    check(
      'fifty refreshes at once have one successor',
      successors.every(({ status }) => status === 200) && tokensGiven.size === 1,
    )

    const mints = await many(20, () => client.mint(successors[0]?.data?.accessToken ?? ''))
    check(
      'twenty codes at once',
      mints.every(({ status }) => status === 200),
    )
    const redeemed = await Promise.all(mints.map(({ data }) => client.exchange(data?.code ?? '')))
    check(
      'twenty codes redeemed at once',
      redeemed.every(({ status }) => status === 200),
    )

    const { data: code } = await client.mint(successors[0]?.data?.accessToken ?? '')
    const race = await many(50, () => client.exchange(code?.code ?? ''))
    const winners = race.filter(({ status }) => status === 200).length
    const losers = race.filter(({ status }) => status === 400).length
    check(
      'fifty redemptions of one code: one succeeds',
      winners === 1 && losers === 49,
      `${winners} of ${race.length}`,
    )

    // A token older than the previous one takes the slow path: it locks the row, writes the audit trail and queues a
    // mail.
    const second = await client.refresh(successors[0]?.data?.refreshToken ?? '')
    const stolen = await many(20, () => client.refresh(tokens.refreshToken))
    check(
      'twenty uses of a stolen token at once are refused',
      stolen.every(({ status }) => status === 401),
    )
    const after = await client.refresh(second.data?.refreshToken ?? '')
    check('the session of the stolen token has ended', after.status === 401)
  },
}
