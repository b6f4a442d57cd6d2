/** Defines the commands for the keys that sign access tokens: `keys list`, `keys rotate` and `keys revoke`. */
import {
  type KeyPlan,
  planOfKeys,
  type Revocation,
  type Rotation,
  revokeKey,
  rotateKeys,
  rotateKeysNow,
} from '../../identity/tokens/key-rotation.ts'
import { type Command, CommandError } from './command.ts'

export const keysList: Command = {
  usage: 'keys list',
  summary: 'Lists every published key and when its next step is due',
  readsOnly: true,
  async run({ db }) {
    const keys = await planOfKeys(db)
    return { text: keys.map(lineOf).join('\n') || 'There are no keys yet.', data: { keys } }
  },
}

const nextSteps = { next: 'may sign from', active: 'signs until', retired: 'verifies until' }

function lineOf({ kid, state, nextStepAt }: KeyPlan): string {
  return `${kid}  ${state.padEnd(7)}  ${nextSteps[state]} ${nextStepAt.toISOString()}`
}

export const keysRotate: Command = {
  usage: 'keys rotate',
  summary: 'Publishes the next key, or signs with it once it has been published for a day',
  options: [
    {
      flags: '--now',
      summary:
        'signs with the next key at once, for an emergency: platforms that fetched the keys within the last 30 seconds refuse new tokens until they fetch again',
    },
  ],
  async run({ db, keyring }, { now }) {
    const rotation = now ? await rotateKeysNow(db, keyring) : await rotateKeys(db, keyring)
    return { text: rotationText(rotation, Boolean(now)), data: rotation }
  },
}

function rotationText(rotation: Rotation, isEmergency: boolean): string {
  if (rotation.kind === 'published') {
    const { kid, isNew, promotableAt } = rotation
    return [
      `${isNew ? 'Published' : 'Still waiting:'} ${kid}`,
      `It may sign from ${promotableAt.toISOString()}: run this command again then. In an emergency: keys rotate --now`,
    ].join('\n')
  }
  const { kid, retiredKid } = rotation
  return [
    `Signing with ${kid}`,
    ...(retiredKid
      ? [`${retiredKid} still verifies the tokens it signed. If it was leaked: keys revoke ${retiredKid}`]
      : []),
    ...(isEmergency
      ? ['Platforms that fetched the keys just before may refuse new tokens for up to 30 seconds.']
      : []),
  ].join('\n')
}

export const keysRevoke: Command = {
  usage: 'keys revoke <kid>',
  summary: 'Removes a leaked key at once; users stay signed in, because browsers renew refused tokens',
  async run({ db, keyring }, { kid }) {
    const revocation = await revokeKey(db, keyring, String(kid))
    if (!revocation) throw new CommandError('No key has this id: run keys list to see the keys')
    return { text: revocationText(String(kid), revocation), data: { kid, ...revocation } }
  },
}

function revocationText(kid: string, { wasActive, activeKid }: Revocation): string {
  return [
    `Revoked ${kid}: within a second Foyer refuses every token it signed.`,
    'Platforms keep fetched keys for up to an hour: restart their servers if that is too long.',
    ...(wasActive ? [`Signing with ${activeKid}`] : []),
  ].join('\n')
}
