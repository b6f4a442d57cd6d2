/**
 * Runs a process that claims messages and never sends them, for tests that kill it: `node test-hanging-worker.ts
 * <database url> [secret of the installation] [client]`.
 */
import { connect } from '../kernel/db/connect.ts'
import { createKeyring } from '../kernel/keyring.ts'
import { patientBounds } from '../testing/test-database.ts'
import { openOutbox, testKeyring } from './test-outbox.ts'

const [url = '', secret, client = ''] = process.argv.slice(2)
const { db } = connect({ connectionString: url }, () => {}, undefined, patientBounds)

function hang(): Promise<never> {
  console.log('taken')
  return new Promise(() => {})
}

openOutbox(db, {
  keyring: secret ? createKeyring([Buffer.from(secret)]) : testKeyring,
  email: { send: hang, close() {} },
  backChannel: {
    findLogoutUri: async (id) => (id === client ? 'http://127.0.0.1/' : null),
    isOwnPlatform: () => false,
    networks: null,
    signLogout: hang,
  },
})
