import { newEmailFault } from '../../identity/users/email-rules.ts'
import { readEmail } from '../../identity/users/identifier.ts'
import { listSuspectEmails, type SuspectEmail } from '../../identity/users/user-record.ts'
import type { Command } from './command.ts'

export const emailCheck: Command = {
  usage: 'email check',
  summary: 'Lists accounts with an email address that a new account could not use, without the address',
  readsOnly: true,
  async run({ db }) {
    const found = (await listSuspectEmails(db)).flatMap((email) => {
      const faults = faultsOf(email)
      const { userId, provenance, isPrimary } = email
      return faults.length > 0 ? [{ userId, provenance, isPrimary, faults }] : []
    })
    const lines = found.map(
      ({ userId, provenance, faults }) => `${userId}  ${provenance}  ${faults.join(', ')}`,
    )
    return {
      text: lines.length > 0 ? lines.join('\n') : 'Every email address is valid for a new account.',
      data: { found },
    }
  },
}

type Fault =
  /** Mail to the address as typed may reach another mailbox than mail to the normalised address. */
  | 'local-part-not-normalised'
  /** Only the domain's spelling is not normalised; mail arrives. */
  | 'domain-not-normalised'
  /** The address has hidden characters, mixed alphabets or lookalikes. */
  | 'refused-for-new-accounts'
  /** Another account's address differs only in the form of the letter sigma. */
  | 'twin'

function faultsOf({ address, twin }: SuspectEmail): Fault[] {
  const [local, domain] = partsOf(address)
  const [normalLocal, normalDomain] = partsOf(readEmail(address)?.address ?? '')
  const faults: (Fault | false)[] = [
    local !== normalLocal && 'local-part-not-normalised',
    domain.toLowerCase() !== normalDomain && 'domain-not-normalised',
    newEmailFault(address) !== null && 'refused-for-new-accounts',
    twin !== '' && 'twin',
  ]
  return faults.filter((fault) => fault !== false)
}

function partsOf(address: string): [string, string] {
  const at = address.lastIndexOf('@')
  return [address.slice(0, at), address.slice(at + 1)]
}
