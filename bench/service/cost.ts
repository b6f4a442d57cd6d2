/** Measures the cost of an operation of a load: CPU time by process, and the SQL statements. */
import type { BenchDatabase } from './database.ts'
import { engines, judgeStatement } from './judge-statement.ts'
import { type Load, type Measured, median } from './measure.ts'
import { cpuMsOf } from './process-figures.ts'

/**
 * CPU milliseconds per operation in the answering process, in Postgres and in the load generator; statements per
 * operation.
 */
export type Cost = { answeringMs: number; postgresMs: number; generatorMs: number; statements: number }

export type Round = Measured & { cost: Cost }

/** Runs a load once and measures its costs, including those of the warm-up and of deliveries after the answers. */
export async function runWithCost(database: BenchDatabase, load: Load, seconds: number): Promise<Round> {
  await load.prepare?.(seconds)
  await database.forgetStatements()
  const before = cpuTimes()
  const measured = await load.run(seconds)
  const after = cpuTimes()
  const statements = load.answeredBy?.database ? await database.statementsOf(load.answeredBy.database) : []
  const calls = statements.reduce((total, statement) => total + statement.calls, 0)
  const { operations } = measured
  return {
    ...measured,
    cost: {
      answeringMs: (after.answering - before.answering) / operations,
      postgresMs: (after.postgres - before.postgres) / operations,
      generatorMs: (after.generator - before.generator) / operations,
      statements: calls / operations,
    },
  }

  function cpuTimes() {
    const { user, system } = process.cpuUsage()
    return {
      answering: load.answeredBy ? cpuMsOf(load.answeredBy.pid) : 0,
      postgres: database.cpuMs(),
      generator: (user + system) / 1_000,
    }
  }
}

/** Returns the CPU milliseconds per operation of all processes. */
export function totalMs({ answeringMs, postgresMs, generatorMs }: Cost): number {
  return answeringMs + postgresMs + generatorMs
}

export function medianCost(rounds: readonly Round[]): Cost {
  const of = (name: keyof Cost) => median(rounds.map(({ cost }) => cost[name]))
  return {
    answeringMs: of('answeringMs'),
    postgresMs: of('postgresMs'),
    generatorMs: of('generatorMs'),
    statements: of('statements'),
  }
}

/** Every statement that the loads have sent, by its text in one line. */
const seen = new Map<string, number>()

/** Prints each statement that at least one in a hundred operations sends, the longest first. */
export async function printStatements(database: BenchDatabase, load: Load, round: Round): Promise<void> {
  if (!load.answeredBy?.database) return
  console.log(`\n${load.title}: statements (calls, ms an operation)`)
  for (const { text, calls, ms } of await database.statementsOf(load.answeredBy.database)) {
    const line = text.replaceAll(/\s+/g, ' ')
    seen.set(line, (seen.get(line) ?? 0) + calls)
    if (calls < round.operations / 100) continue
    const figures = [calls, ms].map((value) => (value / round.operations).toFixed(3).padStart(7))
    console.log(`${figures.join(' ')}  ${line.slice(0, 150)}`)
  }
}

/** Prints what each statement of all loads, the jobs meanwhile included, needs of the distributed engines. */
export function printJudgements(): void {
  console.log(`\nAll ${seen.size} statements, judged by rule (docs/scaling.md)`)
  for (const line of [...seen.keys()].sort()) {
    const judgement = judgeStatement(line)
    const judged = engines.map((engine) => `${engine}: ${judgement[engine]}`).join('; ')
    console.log(`${judged}\n    ${line.slice(0, 300)}`)
  }
}
