import {
  acceptSchoolInvitation,
  declineSchoolInvitation,
  inviteToSchool,
  listReceivedInvitations,
  listSchoolInvitations,
  removeSchoolUser,
  withdrawSchoolInvitation,
} from '@foyer/contract/schools/school-people'
import type { Serve, Services } from '../../services.ts'
import { inviteUser, listInvitations, withdraw } from './invite-to-school.ts'
import { accept, decline, listReceived } from './received-invitations.ts'
import { removeUser } from './remove-school-user.ts'

export function schoolPeopleRoutes(serve: Serve, services: Services): void {
  serve(listSchoolInvitations, (request) => listInvitations(services, request))
  serve(inviteToSchool, (request) => inviteUser(services, request))
  serve(withdrawSchoolInvitation, (request) => withdraw(services, request))
  serve(removeSchoolUser, (request) => removeUser(services, request))
  serve(listReceivedInvitations, (request) => listReceived(services, request))
  serve(acceptSchoolInvitation, (request) => accept(services, request))
  serve(declineSchoolInvitation, (request) => decline(services, request))
}
