/** Keeps the answers of a public route in memory for a moment, so that any number of requests costs one answer. */
import { type StoredAnswer, storeAnswer } from './stored-answer.ts'

/** Another copy of the service may change the data; caches keep these answers for much longer. */
export const keptMs = 1_000
/** The most answers of one route: one for each page and parameter that clients ask for. */
const keptMax = 300

type Kept = {
  /** In ms of `performance.now`. */
  until: number
  result: unknown
  answer: StoredAnswer
}

export type StoredAnswers = {
  /** Returns the answer to requests with these parts while it is fresh. */
  find(key: string): StoredAnswer | undefined
  /** Returns the answer, and makes it where it is not fresh; requests that come meanwhile wait for the same one. */
  findOrMake(key: string, make: () => Promise<unknown>): Promise<StoredAnswer>
  /** Forgets all answers, because their data has changed. */
  forget(): void
}

/** `textOf` turns a result into the body of its answer. */
export function createStoredAnswers(type: string, textOf: (result: unknown) => string): StoredAnswers {
  let kept = new Map<string, Kept>()
  let making = new Map<string, Promise<StoredAnswer>>()

  function find(key: string): StoredAnswer | undefined {
    const known = kept.get(key)
    return known && performance.now() < known.until ? known.answer : undefined
  }

  async function make(key: string, makeResult: () => Promise<unknown>): Promise<StoredAnswer> {
    // An answer that is made of forgotten data is not kept.
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

  /** What did not change keeps its compressed form. */
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
