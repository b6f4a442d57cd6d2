import { type ListedMessage, listMessages } from '../outbox/message-list.ts'
import { type MessageState, messageStates } from '../outbox/messages.ts'
import { type Command, CommandError } from './command.ts'

export const outboxList: Command = {
  usage: 'outbox list',
  summary: 'Shows messages that wait or were given up, or those of one state; never what they say',
  options: [{ flags: '--state <state>', summary: `one of ${messageStates.join(', ')}` }],
  async run({ db, keyring }, { state }) {
    if (state !== undefined && !isState(state))
      throw new CommandError(`There are the states ${messageStates.join(', ')}`)
    const messages = await listMessages(db, keyring, state ? [state] : ['waiting', 'dead'])
    return { text: messages.map(lineOf).join('\n') || 'There are none.', data: { messages } }
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
