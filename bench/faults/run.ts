/**
 * `npm run faults`: runs each fault in order, or only the named ones (`npm run faults -- F02 F13`), and prints a table
 * of verdicts. Exits with 1 if a fault failed. `--short` runs fewer rounds.
 */
import { allFaults } from './all-faults.ts'
import { NotTried } from './fault.ts'

const wanted = process.argv.slice(2).filter((name) => /^F\d+$/i.test(name))
const isShort = process.argv.includes('--short')
const unknown = wanted.filter((name) => !allFaults.some(({ id }) => id === name.toUpperCase()))
if (unknown.length > 0) {
  console.error(
    `Unknown faults: ${unknown.join(', ')}. Known faults: ${allFaults.map(({ id }) => id).join(', ')}.`,
  )
  process.exit(1)
}

const verdicts: string[] = []
let failed = 0
for (const { id, title, run } of allFaults) {
  if (wanted.length > 0 && !wanted.some((name) => name.toUpperCase() === id)) continue
  console.log(`\n${id} ${title}`)
  const startedAt = performance.now()
  let isPassed = true
  let isTried = true
  const check = (what: string, isTrue: boolean, figure: string | number = '') => {
    isPassed &&= isTrue
    console.log(`  ${isTrue ? 'ok  ' : 'FAIL'} ${what}${figure === '' ? '' : `: ${figure}`}`)
  }
  await run(check, { isShort }).catch((error: unknown) => {
    if (error instanceof NotTried) {
      isTried = false
      console.log(`  not tried: ${error.message}`)
    } else {
      isPassed = false
      console.log('  FAIL', error)
    }
  })
  if (!isPassed) failed += 1
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0)
  const verdict = isPassed ? (isTried ? 'passed' : 'not tried') : 'FAILED'
  verdicts.push(`${id}  ${verdict.padEnd(9)}  ${seconds.padStart(4)} s  ${title}`)
}
console.log(`\n${verdicts.join('\n')}`)
process.exit(failed > 0 ? 1 : 0)
