/** Lists the routes of the user's email addresses with what the account page needs of their answers. */
import { addEmail, listEmails, putEmail, verifyEmail } from '@foyer/contract/profile/emails'
import { filled, listOf, orNull } from '../../api/shape.ts'
import { shaped } from '../../api/shaped-route.ts'

export type ListedEmail = { id: string; email: string; isPrimary: boolean; isVerified: boolean }

const email = { id: filled, email: filled, isPrimary: 'boolean', isVerified: 'boolean' } as const
const challenge = { token: filled, resendAt: filled } as const

export const listOwnEmails = shaped(listEmails, listOf(email))
export const addOwnEmail = shaped(addEmail, { ...email, challenge })
export const verifyOwnEmail = shaped(verifyEmail, { ...email, challenge: orNull(challenge) })
export const putOwnEmail = shaped(putEmail, email)
