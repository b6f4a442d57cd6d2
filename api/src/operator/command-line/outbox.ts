/** Defines the commands for messages to users and platforms: `outbox list` and `outbox retry`. */
import { recordEvent } from '../../kernel/audit.ts'
import { type ListedMessage, listMessages, retryMessages } from '../../messages/message-list.ts'
import {
  type DeliveryChannel,
  deliveryChannels,
  type MessageState,
  messageStates,
} from '../../messages/messages.ts'
import { type Command, CommandError } from './command.ts'

export const outboxList: Command = {
  usage: 'outbox list',
  summary: 'Lists messages that wait or were given up, or those in one state, without their content',
  readsOnly: true,
  options: [
    { flags: '--state <state>', summary: `one of ${messageStates.join(', ')}` },
    { flags: '--channel <channel>', summary: `one of ${deliveryChannels.join(', ')}` },
  ],
  async run({ db, keyring }, { state, channel }) {
    if (state !== undefined && !isState(state))
      throw new CommandError(`Give one of the states ${messageStates.join(', ')}`)
    const messages = await listMessages(db, keyring, {
      states: state ? [state] : ['waiting', 'dead'],
      ...(channel !== undefined && { channels: [readChannel(channel)] }),
    })
    return { text: messages.map(lineOf).join('\n') || 'No messages.', data: { messages } }
  },
}

function isState(given: unknown): given is MessageState {
  return (messageStates as readonly unknown[]).includes(given)
}

function readChannel(given: unknown): DeliveryChannel {
  const channel = deliveryChannels.find((known) => known === given)
  if (!channel) throw new CommandError(`Give one of the channels ${deliveryChannels.join(', ')}`)
  return channel
}

function lineOf(message: ListedMessage): string {
  const { id, state, channel, template, to, tries, createdAt, fault } = message
  const last = fault ? `, last: ${fault}` : ''
  return `${id}  ${state.padEnd(7)}  ${channel.padEnd(5)}  ${template}  ${to}  ${createdAt.toISOString()}  ${tries} tries${last}`
}

export const outboxRetry: Command = {
  usage: 'outbox retry [id]',
  summary: 'Queues a message again that was given up; the service sends it within a second',
  options: [
    { flags: '--all-dead', summary: 'every message that was given up and still has its content' },
    { flags: '--channel <channel>', summary: 'with --all-dead: those of one channel' },
  ],
  async run({ db }, { id, allDead, channel }) {
    if (Boolean(id) === Boolean(allDead)) throw new CommandError('Give a message id or --all-dead')
    if (id && channel !== undefined) throw new CommandError('Give --channel with --all-dead only')
    const ofChannel = channel === undefined ? 'all' : { channel: readChannel(channel) }
    const retried = await retryMessages(db, typeof id === 'string' ? { id } : ofChannel)
    if (typeof retried === 'string') throw new CommandError(retried)
    const details = { channel: typeof channel === 'string' ? channel : null, messages: retried.length }
    if (retried.length > 0) await recordEvent(db, { event: 'messages-retried', details })
    const text = retried.map((message) => `Queued again: ${message}`).join('\n')
    return { text: text || 'No messages.', data: { retried } }
  },
}
