import { type Revocation, revokeKey } from '../accounts/keys/key-rotation.ts'
import { type Command, CommandError } from './command.ts'

export const keysRevoke: Command = {
  usage: 'keys revoke <kid>',
  summary: 'Takes a leaked key out at once; people go on, as their browsers renew refused tokens',
  async run({ db, keyring }, { kid }) {
    const revocation = await revokeKey(db, keyring, String(kid))
    if (!revocation) throw new CommandError('There is no key of this name: see keys list')
    return { text: textOf(String(kid), revocation), data: { kid, ...revocation } }
  },
}

function textOf(kid: string, { wasActive, activeKid }: Revocation): string {
  return [
    `Revoked ${kid}: within a second Foyer refuses every token it signed.`,
    'Platforms keep fetched keys for up to an hour: start their servers anew where that is too long.',
    ...(wasActive ? [`Signing with ${activeKid}`] : []),
  ].join('\n')
}
