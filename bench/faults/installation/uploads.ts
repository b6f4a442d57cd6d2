/** Sends the calls of a signed-in user that the faults of uploads need. */
import { uploadForm } from '../../../api/src/testing/upload-form.ts'

export type Caller = { url: string; token: string }

/** Returns the status of the answer. */
export async function upload({ url, token }: Caller, path: string, bytes: Buffer, method = 'POST') {
  const { headers, payload } = uploadForm({ bytes })
  const sent = {
    method,
    headers: { ...headers, authorization: `Bearer ${token}` },
    body: new Uint8Array(payload),
  }
  const response = await fetch(`${url}${path}`, { ...sent, signal: AbortSignal.timeout(30_000) })
  await response.arrayBuffer()
  return response.status
}

export async function send({ url, token }: Caller, method: string, path: string, body?: object) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  const text = await response.text()
  return {
    status: response.status,
    data: text ? (JSON.parse(text) as { data?: { id: string } }).data : undefined,
  }
}

/** Adds a qualification, and returns the path of its evidences. */
export async function addEvidencePlace(caller: Caller): Promise<string> {
  const { data } = await send(caller, 'POST', '/api/profile/qualifications', { title: 'Degree' })
  return `/api/profile/qualifications/${data?.id}/evidences`
}
