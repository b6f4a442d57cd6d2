/** F10: with a single database connection every flow still comes to its end, many at once. */

import type { Fault } from './fault.ts'
import { openClient } from './installation/client.ts'
import { openHouse } from './installation/installation.ts'
import { makePeople } from './installation/people.ts'

export const oneConnection: Fault = {
  id: 'F10',
  title: 'a pool of one connection, every flow many times at once',
  async run(check) {
    const house = await openHouse({ env: { DATABASE_POOL_SIZE: '1' } })
    const client = openClient(house.url)
    try {
      const people = await makePeople(house.database, 10)
      const counted = (answers: readonly { status: number }[]) =>
        Object.entries(Object.groupBy(answers, ({ status }) => status))
          .map(([status, list]) => `${status} × ${list?.length}`)
          .join(', ')
      const many = <T>(count: number, work: () => Promise<T>) =>
        Promise.all(Array.from({ length: count }, work))
      const logins = await Promise.all(people.map((uuid) => client.login(uuid)))
      check(
        'ten sign-ins at once',
        logins.every(({ status }) => status === 200),
        counted(logins),
      )
      const tokens = logins[0]?.data ?? { accessToken: '', refreshToken: '' }

      const heirs = await many(50, () => client.refresh(tokens.refreshToken))
      const names = new Set(heirs.map(({ data }) => data?.refreshToken))
      check(
        'fifty refreshes at once have one heir',
        heirs.every(({ status }) => status === 200) && names.size === 1,
      )

      const mints = await many(20, () => client.mint(heirs[0]?.data?.accessToken ?? ''))
      check(
        'twenty codes at once',
        mints.every(({ status }) => status === 200),
      )
      const redeemed = await Promise.all(mints.map(({ data }) => client.exchange(data?.code ?? '')))
      check(
        'twenty codes redeemed at once',
        redeemed.every(({ status }) => status === 200),
      )

      const { data: code } = await client.mint(heirs[0]?.data?.accessToken ?? '')
      const race = await many(50, () => client.exchange(code?.code ?? ''))
      const winners = race.filter(({ status }) => status === 200).length
      const losers = race.filter(({ status }) => status === 400).length
      check('fifty redeem one code: one wins', winners === 1 && losers === 49, `${winners} of ${race.length}`)

      // Older than the one before: the way that locks the row, writes the trail and queues a mail.
      const second = await client.refresh(heirs[0]?.data?.refreshToken ?? '')
      const stolen = await many(20, () => client.refresh(tokens.refreshToken))
      check(
        'a stolen token is refused, twenty at once',
        stolen.every(({ status }) => status === 401),
      )
      const after = await client.refresh(second.data?.refreshToken ?? '')
      check('and its session is over', after.status === 401)
    } finally {
      await client.close()
      await house.close()
    }
  },
}
