import { getDeletion, requestDeletion } from '@foyer/contract/routes/account-deletion'
import type { Serve, Services } from '../../services.ts'
import { closeOwnAccount, readKeptAccount } from './request-deletion.ts'

export function accountDeletionRoutes(serve: Serve, services: Services): void {
  serve(requestDeletion, (request) => closeOwnAccount(services, request))
  serve(getDeletion, ({ caller }) => readKeptAccount(services, caller))
}
