/** F37: one user requests as much as possible of the shared resources while another user works. */

import { pdf, photo } from '../../api/src/kernel/uploads/test-files.ts'
import { openRaw } from '../../api/src/testing/raw-socket.ts'
import type { Check, Fault } from './fault.ts'
import { type Installation, openInstallation } from './installation/installation.ts'
import { addEvidencePlace, type Caller, send, upload } from './installation/uploads.ts'

type Both = { greedy: Caller; other: Caller }

export const fault: Fault = {
  id: 'F37',
  title:
    'one user sends large pictures, uploads that stall, résumés and changes at once, while another user works',
  async run(check, { isShort }) {
    await using installation = await openInstallation()
    await using client = installation.openClient()
    const users = await installation.addUsers(2)
    const [greedy, other] = await Promise.all(
      users.map(async (uuid) => ({
        url: installation.url,
        token: (await client.login(uuid)).data?.accessToken ?? '',
      })),
    )
    if (!greedy || !other) throw new Error('Two users are needed')
    // The service gives a picture 8 s, and a busy machine takes long for the largest.
    await pictures({ greedy, other }, isShort ? 2_500 : 5_000, check)
    await stalledUploads({ greedy, other }, installation, check)
    await resumes({ greedy, other }, check)
    await changes({ greedy, other }, check)
    check('the service stays ready', await installation.isReady())
  },
}

async function pictures({ greedy, other }: Both, edge: number, check: Check): Promise<void> {
  const path = '/api/auth/users/picture'
  const large = await photo(edge, edge).png().toBuffer()
  const small = await photo().png().toBuffer()
  const flood = Array.from({ length: 17 }, () => upload(greedy, path, large, 'PUT'))
  const first = await Promise.race(flood)
  const answer = await upload(other, path, small, 'PUT')
  check(
    'the other user’s picture is taken meanwhile',
    answer === 200,
    `${answer}, first of the flood ${first}`,
  )
  const statuses = await Promise.all(flood)
  check('two large pictures of a user at a time are taken', statuses.filter((one) => one === 200).length >= 1)
  checkStatuses('further ones are refused with 429', statuses, [200, 429], check)
}

/** Sends most of a 5 MB file and then nothing, for as long as a request may take. */
async function stalledUploads({ greedy, other }: Both, { port }: Installation, check: Check): Promise<void> {
  const [place, others] = [await addEvidencePlace(greedy), await addEvidencePlace(other)]
  const head = [
    `POST ${place} HTTP/1.1`,
    'host: x',
    `authorization: Bearer ${greedy.token}`,
    'content-type: multipart/form-data; boundary=x',
    'content-length: 5000000',
  ].join('\r\n')
  const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n%PDF-1.7'
  const stalled = []
  for (let count = 0; count < 5; count += 1) {
    const raw = await openRaw(port, `${head}\r\n\r\n${part}`)
    await new Promise((resolve) => raw.socket.write(Buffer.alloc(4_900_000, ' '), resolve))
    stalled.push(raw)
  }
  const status = await upload(other, others, pdf(Buffer.alloc(4_000_000, ' ')))
  check('the other user’s file of 4 MB is taken while five of one user stall', status === 200, status)
  for (const { socket } of stalled) socket.destroy()
}

async function resumes({ greedy, other }: Both, check: Check): Promise<void> {
  const path = '/api/profile/download-resume'
  const ask = async ({ url, token }: Caller) => {
    const response = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
    await response.arrayBuffer()
    return response.status
  }
  // The first résumé starts a process, which a busy machine may not start within the time of a résumé.
  while ((await ask(other)) !== 200);
  const flood = Array.from({ length: 40 }, () => ask(greedy))
  const status = await ask(other)
  check('the other user’s résumé is made meanwhile', status === 200, status)
  checkStatuses(
    'two résumés of a user at a time are made, further ones refused with 429',
    await Promise.all(flood),
    [200, 429],
    check,
  )
}

async function changes({ greedy, other }: Both, check: Check): Promise<void> {
  const order = async (caller: Caller) =>
    (await send(caller, 'PUT', '/api/profile/awards/order', { ids: [] })).status
  const flood = Array.from({ length: 200 }, () => order(greedy))
  const answers: number[] = []
  for (let count = 0; count < 20; count += 1) answers.push((await send(other, 'GET', '/api/profile')).status)
  checkStatuses('the other user reads their profile meanwhile', answers, [200], check)
  checkStatuses(
    'changes of one user are made in turn, or refused with 429',
    await Promise.all(flood),
    [204, 429],
    check,
  )
}

function checkStatuses(
  what: string,
  statuses: readonly number[],
  allowed: readonly number[],
  check: Check,
): void {
  const isAllowed = statuses.every((status) => allowed.includes(status))
  check(what, isAllowed, [...new Set(statuses)].join())
}
