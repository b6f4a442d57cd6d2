/** F36: uploads forty PDFs whose streams inflate to 16 MB each, while health is polled. */
import { setTimeout as sleep } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import { pdf } from '../../api/src/kernel/uploads/test-files.ts'
import { type Fault, percentile } from './fault.ts'
import { openInstallation } from './installation/installation.ts'
import { addEvidencePlace, upload } from './installation/uploads.ts'

const evidencesOfEntry = 10

export const fault: Fault = {
  id: 'F36',
  title: 'forty uploads of a PDF of 16 kB that inflates to 16 MB, at once',
  async run(check) {
    await using installation = await openInstallation()
    await using client = installation.openClient()
    const [uuid = ''] = await installation.addUsers(1)
    const caller = { url: installation.url, token: (await client.login(uuid)).data?.accessToken ?? '' }
    const stream = deflateSync(Buffer.alloc(16_000_000, ' '))
    const head = `9 0 obj\n<< /Type /ObjStm /Filter /FlateDecode /Length ${stream.length} >>\nstream\r\n`
    const hostile = pdf(Buffer.concat([Buffer.from(head), stream, Buffer.from('\nendstream\nendobj\n')]))
    const places = []
    for (let count = 0; count < 4; count += 1) places.push(await addEvidencePlace(caller))

    const live: number[] = []
    let isOver = false
    const probing = (async () => {
      for (; !isOver; await sleep(10)) live.push((await client.get('/health/live')).ms)
    })()
    const statuses = await Promise.all(
      places.flatMap((place) =>
        Array.from({ length: evidencesOfEntry }, () => upload(caller, place, hostile)),
      ),
    )
    isOver = true
    await probing
    check('each is stored, or refused with 429', isOneOf(statuses, [200, 429]), [...new Set(statuses)].join())
    check('some are stored', statuses.includes(200), `${statuses.filter((one) => one === 200).length}`)
    check('health/live p99 under 500 ms', percentile(live, 0.99) < 500, `${percentile(live, 0.99)} ms`)
    check('the service stays ready', await installation.isReady())
  },
}

function isOneOf(statuses: readonly number[], allowed: readonly number[]): boolean {
  return statuses.every((status) => allowed.includes(status))
}
