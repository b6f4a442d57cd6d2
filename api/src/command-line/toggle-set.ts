import { storeToggle } from '../documents/feature-toggles.queries.ts'
import { isToggleId, type ToggleValue, toggleFault } from '../documents/toggle-value.ts'
import { type Command, CommandError } from './command.ts'

export const toggleSet: Command = {
  usage: 'toggle set <id> <value>',
  summary: 'Sets a toggle to a JSON object, which browsers know within a minute or so',
  async run({ db }, given) {
    const id = String(given.id)
    if (!isToggleId(id))
      throw new CommandError('An id is up to 64 letters, digits, - and _, and starts with a letter')
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
    throw new CommandError('The value is no JSON; in a shell it stands in single quotes')
  }
}
