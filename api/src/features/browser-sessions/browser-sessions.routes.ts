import {
  continueSession,
  continueWithProof,
  findBrowserSession,
  listDoors,
  logOutEverywhereHere,
  readPlatformLogouts,
  removeAccountHere,
} from '@foyer/contract/routes/browser-sessions'
import type { Serve, Services } from '../../services.ts'
import { listAccountsHere } from './accounts-here.ts'
import { continueInBrowser } from './continue-session.ts'
import { continueByProof } from './continue-with-proof.ts'
import { listOwnDoors } from './doors.ts'
import { logOutHere, readLogouts, removeAccount } from './log-out-here.ts'

export function browserSessionsRoutes(serve: Serve, services: Services): void {
  serve(findBrowserSession, ({ query, ...caller }) => listAccountsHere(services, query, caller))
  serve(continueSession, ({ body, ...caller }) => continueInBrowser(services, body, caller))
  serve(continueWithProof, ({ body, ...caller }) => continueByProof(services, body, caller))
  serve(removeAccountHere, ({ params, ...caller }) => removeAccount(services, params.id, caller))
  serve(logOutEverywhereHere, (caller) => logOutHere(services, caller))
  serve(readPlatformLogouts, ({ body }) => readLogouts(services, body.token))
  serve(listDoors, ({ caller, ...circumstances }) => listOwnDoors(services, caller, circumstances))
}
