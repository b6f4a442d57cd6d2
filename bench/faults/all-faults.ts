/** Lists every fault, in the order in which they run. */

import { killDatabase } from './database/f02-kill-database.ts'
import { exhaustPool } from './database/f08-pool-exhaustion.ts'
import { oneConnection } from './database/f10-one-connection.ts'
import { terminateConnections } from './database/f11-terminated-connections.ts'
import { databaseComesLater } from './database/f12-database-comes-later.ts'
import { fullDisk } from './database/f20-full-disk.ts'
import { housekeepingUnderLoad } from './database/f24-housekeeping.ts'
import { killService } from './f01-kill-service.ts'
import { mailServerFaults } from './f04-mail-server.ts'
import { killedWorkers } from './f05-killed-workers.ts'
import { poisonedRecipients } from './f06-poisoned-recipients.ts'
import { sentAgain } from './f07-sent-again.ts'
import { stopUnderLoad } from './f13-stop-under-load.ts'
import { stopWhileSending } from './f14-stop-while-sending.ts'
import { notReady } from './f15-not-ready.ts'
import { brokenProviders } from './f16-broken-providers.ts'
import { malformedToggles } from './f18-malformed-toggles.ts'
import { slowConnections } from './f25-slow-connections.ts'
import { headerFloods } from './f26-header-floods.ts'
import { strangeBodies } from './f27-bodies.ts'
import { manyLogins } from './f29-many-logins.ts'
import { cutAnswers } from './f32-cut-answers.ts'
import { backChannel } from './f33-back-channel.ts'
import { killedCommits } from './f34-killed-commits.ts'
import { pipelinedRequests } from './f35-pipelined-requests.ts'
import { inflatingPdfs } from './f36-inflating-pdfs.ts'
import { oneUser } from './f37-one-user.ts'
import type { Fault } from './fault.ts'

export const allFaults: readonly Fault[] = [
  killService,
  killDatabase,
  mailServerFaults,
  killedWorkers,
  poisonedRecipients,
  sentAgain,
  exhaustPool,
  oneConnection,
  terminateConnections,
  databaseComesLater,
  stopUnderLoad,
  stopWhileSending,
  notReady,
  brokenProviders,
  malformedToggles,
  fullDisk,
  housekeepingUnderLoad,
  slowConnections,
  headerFloods,
  strangeBodies,
  manyLogins,
  cutAnswers,
  backChannel,
  killedCommits,
  pipelinedRequests,
  inflatingPdfs,
  oneUser,
]
