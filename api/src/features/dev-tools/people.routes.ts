/** Creates a user for each browser test, because limits count per user. Never mounted in production. */
import { isPlatform } from '@foyer/contract/platforms'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../services.ts'
import { invite } from '../accounts/invitations.ts'
import { addDemoUser, demoPassword } from './demo-users.ts'

type Wanted = {
  /** One platform or a list. */
  platform?: unknown
  firstName?: string
  email?: string
  phoneNumber?: string
  hasPassword?: boolean
}
type Invited = { platform?: unknown; email: string; isBeta: boolean }

export function peopleRoutes(app: FastifyInstance, services: Services): void {
  const { db, hasher } = services
  let hash: Promise<string> | undefined

  app.post('/dev/people', async (request, reply) => {
    const { platform, firstName = 'Ravi', email, phoneNumber, hasPassword = true } = request.body as Wanted
    const platforms = [platform].flat()
    if (!platforms.every(isPlatform)) return reply.code(400).send()
    hash ??= hasher.hash(demoPassword)
    const known = await hash
    const contact = { ...(email && { email }), ...(phoneNumber && { phoneNumber }) }
    const name = { firstName, lastName: 'Kumar' }
    await db
      .transaction()
      .execute((trx) => addDemoUser(trx, { ...name, ...contact, platforms, hasPassword }, known))
    return reply.code(204).send()
  })

  /** A second request sends the same user a newer invitation. */
  app.post('/dev/invitations', async (request, reply) => {
    const { platform, email, isBeta } = request.body as Invited
    if (!isPlatform(platform)) return reply.code(400).send()
    await invite(services, { firstName: 'Ravi', lastName: 'Kumar', email, platform, isBeta })
    return reply.code(204).send()
  })
}
