/**
 * Records traces, if a collector is set. Without one, no module of OpenTelemetry is loaded, and each function here only
 * runs its work. A span has no address, name, value of a statement, path or query.
 */
import type { Facts, OpenSpan } from './span-types.ts'
import type { TraceRecorder } from './trace-recorder.ts'

/** One recorder serves the process. */
let recorder: TraceRecorder | null = null

type Collector = { url: string; version: string; build: string }

/** Starts to record; returns the function that sends what is left and stops. */
export async function startTracing(collector: Collector | null): Promise<() => Promise<void>> {
  if (!collector) return async () => {}
  const { createTraceRecorder } = await import('./trace-recorder.ts')
  const started = createTraceRecorder(collector)
  recorder = started
  return async () => {
    recorder = null
    await started.stop()
  }
}

/** Begins the span of a request. `traceparent` is the trace of a trusted proxy (W3C Trace Context). */
export function beginRequest(name: string, facts: Facts, traceparent: string | undefined): OpenSpan | null {
  return recorder?.beginRequest(name, facts, traceparent) ?? null
}

/**
 * Runs `work` in a span, which records whether it fails. `factsOf` reads facts from the result. `cause` is the trace that
 * led to this work; the span links to it.
 */
export function traced<Result>(
  kind: 'internal' | 'client',
  name: string,
  facts: () => Facts,
  work: () => Promise<Result>,
  factsOf?: (result: Result) => Facts,
  cause?: string | null,
): Promise<Result> {
  return recorder ? recorder.traced(kind, name, facts(), work, { factsOf, cause }) : work()
}

/** Returns the current span as a `traceparent` (W3C Trace Context); null if it is not recorded. */
export function currentTrace(): string | null {
  return recorder?.current() ?? null
}

/** Notes an event and facts on the current span. */
export function noteOnTrace(event: string, facts: () => Facts): void {
  recorder?.note(event, facts())
}

/** Returns a function that runs work below the span that is current now, for work that another request starts. */
export function keepTrace(): <Result>(work: () => Result) => Result {
  return recorder ? recorder.keep() : runPlainly
}

function runPlainly<Result>(work: () => Result): Result {
  return work()
}
