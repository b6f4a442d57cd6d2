import { type Rotation, rotateKeys, rotateKeysNow } from '../accounts/keys/key-rotation.ts'
import type { Command } from './command.ts'

export const keysRotate: Command = {
  usage: 'keys rotate',
  summary: 'Publishes the next key, or lets it sign once it was published for a day',
  options: [
    {
      flags: '--now',
      summary:
        'lets the next key sign at once, for an emergency: platforms that fetched the keys within the last 30 seconds refuse new tokens until those are over',
    },
  ],
  async run({ db, keyring }, { now }) {
    const rotation = now ? await rotateKeysNow(db, keyring) : await rotateKeys(db, keyring)
    return { text: textOf(rotation, Boolean(now)), data: rotation }
  },
}

function textOf(rotation: Rotation, isEmergency: boolean): string {
  if (rotation.kind === 'published') {
    const { kid, isNew, promotableAt } = rotation
    return [
      `${isNew ? 'Published' : 'Still waiting:'} ${kid}`,
      `It may sign from ${promotableAt.toISOString()}: run this again then. In an emergency: keys rotate --now`,
    ].join('\n')
  }
  const { kid, retiredKid } = rotation
  return [
    `Signing with ${kid}`,
    ...(retiredKid
      ? [`${retiredKid} goes on verifying what it signed. Was it leaked? keys revoke ${retiredKid}`]
      : []),
    ...(isEmergency
      ? ['Platforms that fetched the keys just before may refuse new tokens for up to 30 seconds.']
      : []),
  ].join('\n')
}
