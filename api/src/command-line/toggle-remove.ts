import { deleteToggle } from '../documents/feature-toggles.queries.ts'
import { type Command, CommandError } from './command.ts'

export const toggleRemove: Command = {
  usage: 'toggle remove <id>',
  summary: 'Removes a toggle; one of the specification has its default again',
  async run({ db }, { id }) {
    if (!(await deleteToggle(db, String(id))))
      throw new CommandError('There is no such toggle: see toggle list')
    return { text: `Removed ${id}`, data: { id } }
  },
}
