/** Tests the process that makes résumés: its queue, its limits, and its failures (N-136). */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { createResumeMaker } from './make-resume.ts'
import type { Resume } from './resume.ts'

const resume: Resume = { name: 'Asha Rao', headline: null, contacts: [], about: null, sections: [] }
const faulty = { name: 1 } as unknown as Resume

const isPdf = (pdf: Buffer) => pdf.subarray(0, 5).toString() === '%PDF-'

describe('process of résumés', () => {
  const maker = createResumeMaker({ mostWaiting: 1, makeMs: 30_000, waitMs: 30_000 })
  after(() => maker.stop())

  it('makes one résumé at a time, and refuses more than may wait', async () => {
    const made = await Promise.allSettled(['a', 'b', 'c', 'd'].map((user) => maker.make(user, resume)))
    const answers = made.map((result) =>
      result.status === 'fulfilled' ? isPdf(result.value) : result.reason.code,
    )
    assert.deepEqual(answers, [true, true, 'overloaded', 'overloaded'])
  })

  it('refuses a third résumé of a user who has two under way', async () => {
    const roomy = createResumeMaker({ makeMs: 30_000, waitMs: 30_000 })
    const made = await Promise.allSettled(['a', 'a', 'a', 'b'].map((user) => roomy.make(user, resume)))
    await roomy.stop()
    const answers = made.map((result) =>
      result.status === 'fulfilled' ? isPdf(result.value) : result.reason.code,
    )
    assert.deepEqual(answers, [true, true, 'too-many-attempts', true])
  })

  it('refuses a résumé that has waited too long', async () => {
    const hasty = createResumeMaker({ waitMs: 0 })
    await assert.rejects(hasty.make('a', resume), { code: 'overloaded' })
  })

  it('ends the process of a résumé that takes too long, and makes the next one', async () => {
    const hasty = createResumeMaker({ makeMs: 1 })
    await assert.rejects(hasty.make('a', resume), { code: 'overloaded' })
    assert.ok(isPdf(await maker.make('a', resume)))
  })

  it('goes on in a new process where one has failed', async () => {
    await assert.rejects(maker.make('a', faulty), /The process of résumés ended with 1/)
    assert.ok(isPdf(await maker.make('a', resume)))
  })
})
