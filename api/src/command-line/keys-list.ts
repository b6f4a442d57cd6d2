import { type KeyPlan, planOfKeys } from '../accounts/keys/key-rotation.ts'
import type { Command } from './command.ts'

export const keysList: Command = {
  usage: 'keys list',
  summary: 'Shows every published key and when its next step is due',
  async run({ db }) {
    const keys = await planOfKeys(db)
    return { text: keys.map(lineOf).join('\n') || 'There are no keys yet.', data: { keys } }
  },
}

const nextSteps = { next: 'may sign from', active: 'signs until', retired: 'verifies until' }

function lineOf({ kid, state, nextStepAt }: KeyPlan): string {
  return `${kid}  ${state.padEnd(7)}  ${nextSteps[state]} ${nextStepAt.toISOString()}`
}
