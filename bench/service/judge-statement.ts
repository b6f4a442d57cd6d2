/** Judges by rule what a statement needs of Citus, CockroachDB and YugabyteDB (docs/scaling.md). */

export const engines = ['Citus', 'CockroachDB', 'YugabyteDB'] as const
type Engine = (typeof engines)[number]

type Rule = { name: string; pattern: RegExp; standsInTheWayOf: readonly Engine[] }

/** The order is that of the page. A rule that stands in nobody's way is noted, because its cost differs. */
const rules: readonly Rule[] = [
  {
    name: 'advisory lock',
    pattern: /pg_(try_)?advisory/i,
    standsInTheWayOf: ['Citus', 'CockroachDB', 'YugabyteDB'],
  },
  { name: 'LISTEN or NOTIFY', pattern: /^\s*(listen|notify)\b|pg_notify/i, standsInTheWayOf: engines },
  { name: 'table lock', pattern: /^\s*lock table/i, standsInTheWayOf: ['CockroachDB', 'YugabyteDB'] },
  { name: 'ctid', pattern: /\bctid\b/i, standsInTheWayOf: engines },
  { name: 'partition', pattern: /\bpartition of\b|attach partition/i, standsInTheWayOf: ['CockroachDB'] },
  { name: 'generated column', pattern: /\b(name_key|name_words)\b/i, standsInTheWayOf: ['YugabyteDB'] },
  { name: 'sequence', pattern: /\b(into "?audit_events|nextval|setval)/i, standsInTheWayOf: [] },
  { name: 'SKIP LOCKED', pattern: /skip locked/i, standsInTheWayOf: ['Citus'] },
  { name: 'row lock', pattern: /\bfor (no key )?update\b(?! skip)/i, standsInTheWayOf: [] },
  {
    name: 'several writes in one statement',
    pattern: /\bas (materialized )?\(\s*(insert|update|delete)\b/i,
    standsInTheWayOf: ['Citus'],
  },
]

/** Tables whose rows belong to one user, by the column that would distribute them. */
const byUser = /\b(user_id|"user_id")\b|\busers\b/i

export type Judgement = Record<Engine, string> & { rules: string[]; isOfOneUser: boolean }

/** Returns 'as it is' for an engine that runs the statement unchanged, else what stands in the way. */
export function judgeStatement(text: string): Judgement {
  const met = rules.filter(({ pattern }) => pattern.test(text))
  const isOfOneUser = byUser.test(text)
  const judge = (engine: Engine) => {
    const hindrances = met.filter(({ standsInTheWayOf }) => standsInTheWayOf.includes(engine))
    const names = hindrances.map(({ name }) => name)
    if (engine === 'Citus' && !isOfOneUser && !isOfNoTable(text)) names.push('no user to distribute by')
    return names.join(', ') || 'as it is'
  }
  return {
    ...(Object.fromEntries(engines.map((engine) => [engine, judge(engine)])) as Record<Engine, string>),
    rules: met.map(({ name }) => name),
    isOfOneUser,
  }
}

function isOfNoTable(text: string): boolean {
  return !/\b(from|into|update|join|table)\s+"?[a-z_]+/i.test(text)
}
