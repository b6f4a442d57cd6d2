/** Declares the messages between the windows of Foyer and of platforms (Spec 2.3, 2.5, 4). They go to exact origins only. */
import * as v from 'valibot'
import { platform, token } from './fields.ts'

/** Unknown keys are ignored: other senders may share the window. */
const shapes = {
  /** Sends the parent or opener the one-time code, or null when no user is signed in. */
  code: v.object({ type: v.literal('foyer:code'), code: v.nullable(token), platform }),
  /** Notifies the parent frame that the user is signed out. */
  logoutSuccess: v.object({ type: v.literal('foyer:logout-success'), platform }),
  /** Asks, from a trusted origin, to sign the user out of this platform. */
  logout: v.object({ type: v.literal('foyer:logout'), platform }),
  /** Sends the parent frame the height of the embedded form in CSS pixels. */
  resize: v.object({ type: v.literal('foyer:resize'), heightPx: v.number() }),
} as const

export type MessageName = keyof typeof shapes
export type Message<N extends MessageName> = v.InferOutput<(typeof shapes)[N]>

/** Returns the message when `data` has the shape of this name, else null. */
export function readMessage<N extends MessageName>(name: N, data: unknown): Message<N> | null {
  const parsed = v.safeParse(shapes[name], data)
  return parsed.success ? (parsed.output as Message<N>) : null
}
