/** Commands for the messages to users: `outbox list` and `outbox retry`. */
import { type ListedMessage, listMessages, retryMessages } from '../outbox/message-list.ts'
import { type MessageState, messageStates } from '../outbox/messages.ts'
import { type Command, CommandError } from './command.ts'

export const outboxList: Command = {
  usage: 'outbox list',
  summary: 'Lists messages that wait or were given up, or those in one state, without their content',
  options: [{ flags: '--state <state>', summary: `one of ${messageStates.join(', ')}` }],
  async run({ db, keyring }, { state }) {
    if (state !== undefined && !isState(state))
      throw new CommandError(`Give one of the states ${messageStates.join(', ')}`)
    const messages = await listMessages(db, keyring, state ? [state] : ['waiting', 'dead'])
    return { text: messages.map(lineOf).join('\n') || 'No messages.', data: { messages } }
  },
}

function isState(given: unknown): given is MessageState {
  return (messageStates as readonly unknown[]).includes(given)
}

function lineOf(message: ListedMessage): string {
  const { id, state, channel, template, to, tries, createdAt, fault } = message
  const last = fault ? `, last: ${fault}` : ''
  return `${id}  ${state.padEnd(7)}  ${channel.padEnd(5)}  ${template}  ${to}  ${createdAt.toISOString()}  ${tries} tries${last}`
}

export const outboxRetry: Command = {
  usage: 'outbox retry [id]',
  summary: 'Queues a message again that was given up; the service sends it within a second',
  options: [{ flags: '--all-dead', summary: 'every message that was given up and still has its content' }],
  async run({ db }, { id, allDead }) {
    if (Boolean(id) === Boolean(allDead)) throw new CommandError('Give a message id or --all-dead')
    const retried = await retryMessages(db, typeof id === 'string' ? id : 'all')
    if (typeof retried === 'string') throw new CommandError(retried)
    const text = retried.map((message) => `Queued again: ${message}`).join('\n')
    return { text: text || 'No messages.', data: { retried } }
  },
}
