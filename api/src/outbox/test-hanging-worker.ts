/** Runs a process that takes messages and never sends them, for tests that kill it: `node test-hanging-worker.ts <url>`. */
import { connect } from '../db/connect.ts'
import { openOutbox } from './test-outbox.ts'

const { db } = connect({ connectionString: process.argv[2] ?? '' }, () => {})
openOutbox(db, {
  email: {
    send() {
      console.log('taken')
      return new Promise(() => {})
    },
    close() {},
  },
  timing: { leaseMs: 2_000, tryMs: 60_000 },
})
