import { retryMessages } from '../outbox/message-list.ts'
import { type Command, CommandError } from './command.ts'

export const outboxRetry: Command = {
  usage: 'outbox retry [id]',
  summary: 'Has a message sent after all that was given up; the service takes it within a second',
  options: [{ flags: '--all-dead', summary: 'all that were given up and still have their content' }],
  async run({ db }, { id, allDead }) {
    if (Boolean(id) === Boolean(allDead)) throw new CommandError('Name a message, or --all-dead')
    const retried = await retryMessages(db, typeof id === 'string' ? id : 'all')
    if (typeof retried === 'string') throw new CommandError(retried)
    const text = retried.map((message) => `Waiting again: ${message}`).join('\n')
    return { text: text || 'There are none.', data: { retried } }
  },
}
