import { listToggles } from '../documents/feature-toggles.queries.ts'
import type { Command } from './command.ts'

export const toggleList: Command = {
  usage: 'toggle list',
  summary: 'Shows every toggle that was set, with its value',
  async run({ db }) {
    const toggles = await listToggles(db)
    const lines = toggles.map(
      ({ id, value, updatedAt }) => `${id}  ${JSON.stringify(value)}  since ${updatedAt.toISOString()}`,
    )
    return { text: lines.join('\n') || 'None is set: every toggle has its default.', data: { toggles } }
  },
}
