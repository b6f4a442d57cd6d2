import {
  completeSignIn,
  confirmTotp,
  finishEnrolment,
  finishPasskeyEnrolment,
  listSecondFactors,
  makeRecoveryCodes,
  removeTotp,
  renameTotp,
  startEnrolment,
  startPasskeyEnrolment,
  startTotp,
} from '@foyer/contract/routes/second-factor'
import type { Serve, Services } from '../../services.ts'
import { beginEnrolment, beginPasskeyEnrolment, endEnrolment, endPasskeyEnrolment } from './enrol.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { confirmOwn, listOwn, makeOwnRecoveryCodes, removeOwn, renameOwn, startOwn } from './own-factors.ts'

export function secondFactorRoutes(serve: Serve, services: Services): void {
  serve(completeSignIn, (request) => finishSignIn(services, request))
  serve(startEnrolment, (request) => beginEnrolment(services, request))
  serve(finishEnrolment, (request) => endEnrolment(services, request))
  serve(startPasskeyEnrolment, (request) => beginPasskeyEnrolment(services, request))
  serve(finishPasskeyEnrolment, (request) => endPasskeyEnrolment(services, request))
  serve(listSecondFactors, ({ caller }) => listOwn(services, caller))
  serve(startTotp, (request) => startOwn(services, request))
  serve(confirmTotp, (request) => confirmOwn(services, request))
  serve(renameTotp, (request) => renameOwn(services, request))
  serve(removeTotp, (request) => removeOwn(services, request))
  serve(makeRecoveryCodes, (request) => makeOwnRecoveryCodes(services, request))
}
