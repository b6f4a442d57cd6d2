/** Defines the commands for feature toggles: `toggle list`, `toggle set` and `toggle remove`. */

import { isToggleId, type ToggleValue, toggleFault } from '../../features/toggles/toggle-value.ts'
import { deleteToggle, listToggles, storeToggle } from '../../features/toggles/toggles.queries.ts'
import { type Command, CommandError } from './command.ts'

export const toggleList: Command = {
  usage: 'toggle list',
  summary: 'Lists every toggle that was set, with its value',
  readsOnly: true,
  async run({ db }) {
    const toggles = await listToggles(db)
    const lines = toggles.map(
      ({ id, value, updatedAt }) => `${id}  ${JSON.stringify(value)}  since ${updatedAt.toISOString()}`,
    )
    return { text: lines.join('\n') || 'No toggle is set: each has its default.', data: { toggles } }
  },
}

export const toggleSet: Command = {
  usage: 'toggle set <id> <value>',
  summary: 'Sets a toggle to a JSON object; browsers see the change within about a minute',
  async run({ db }, given) {
    const id = String(given.id)
    if (!isToggleId(id))
      throw new CommandError('An id has up to 64 letters, digits, - and _, and starts with a letter')
    const value = parse(String(given.value))
    const fault = toggleFault(id, value)
    if (fault !== undefined) throw new CommandError(`${id}: ${fault}`)
    await storeToggle(db, { id, value: value as ToggleValue })
    return { text: `${id} is ${JSON.stringify(value)}`, data: { id, value } }
  },
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new CommandError('The value is not JSON. In a shell, put it in single quotes')
  }
}

export const toggleRemove: Command = {
  usage: 'toggle remove <id>',
  summary: 'Removes a toggle; one that the specification names gets its default again',
  async run({ db }, { id }) {
    if (!(await deleteToggle(db, String(id))))
      throw new CommandError('No toggle has this id: run toggle list to see them')
    return { text: `Removed ${id}`, data: { id } }
  },
}
