/** Keeps the answers of a public route in memory for 1 s, so that a flood of requests costs one query a second. */
import { type StoredAnswer, storeAnswer } from './stored-answer.ts'

/** Short, because another copy of the service may change the data; HTTP caches keep these answers for much longer. */
export const keptMs = 1_000
/** The maximum number of stored answers of one route. Each combination of parameters has its own answer. */
const keptMax = 300

type Kept = {
  /** The time in ms of `performance.now`. */
  until: number
  result: unknown
  answer: StoredAnswer
}

export type StoredAnswers = {
  /** Returns the stored answer under this key, or undefined once it has expired. */
  find(key: string): StoredAnswer | undefined
  /** Returns the stored answer, or makes a new one. Requests that arrive while it is made share that answer. */
  findOrMake(key: string, make: () => Promise<unknown>): Promise<StoredAnswer>
  /** Drops all answers, because their data has changed. */
  forget(): void
}

/** Creates an empty store. `textOf` turns a result into the body of its answer. */
export function createStoredAnswers(type: string, textOf: (result: unknown) => string): StoredAnswers {
  let kept = new Map<string, Kept>()
  let making = new Map<string, Promise<StoredAnswer>>()

  function find(key: string): StoredAnswer | undefined {
    const known = kept.get(key)
    return known && performance.now() < known.until ? known.answer : undefined
  }

  async function make(key: string, makeResult: () => Promise<unknown>): Promise<StoredAnswer> {
    // If `forget` runs during the query, the answer goes into the dropped map: its data may be old.
    const keeping = kept
    const result = await makeResult()
    const before = keeping.get(key)
    const answer =
      before && before.result === result ? before.answer : sameOrNew(textOf(result), before?.answer)
    keeping.delete(key)
    keeping.set(key, { until: performance.now() + keptMs, result, answer })
    const [oldest] = keeping.keys()
    if (keeping.size > keptMax && oldest !== undefined) keeping.delete(oldest)
    return answer
  }

  /** Returns the earlier answer if the text is unchanged, because that answer is compressed already. */
  function sameOrNew(text: string, before: StoredAnswer | undefined): StoredAnswer {
    const bytes = Buffer.from(text)
    return before?.bytes.equals(bytes) ? before : storeAnswer(type, bytes)
  }

  return {
    find,
    async findOrMake(key, makeResult) {
      const known = find(key)
      if (known) return known
      const inProgress = making
      const begun = inProgress.get(key) ?? make(key, makeResult).finally(() => inProgress.delete(key))
      inProgress.set(key, begun)
      return begun
    },
    forget() {
      kept = new Map()
      making = new Map()
    },
  }
}
