/** Records spans with OpenTelemetry and sends them by OTLP over HTTP. Only tracing.ts imports this file, when it is needed. */
import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Facts, OpenSpan } from './span-types.ts'

export type TraceRecorder = ReturnType<typeof createTraceRecorder>

type Causes<Result> = {
  factsOf: ((result: Result) => Facts) | undefined
  cause: string | null | undefined
}

const kinds = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT } as const
/** A collector that is away costs no more memory than these spans; further spans are dropped. */
const keptSpans = 2_048
const exportWithinMs = 5_000

export function createTraceRecorder({
  url,
  version,
  build,
}: {
  url: string
  version: string
  build: string
}) {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'foyer',
      'service.version': version,
      'foyer.build': build,
    }),
    // The proxy decides: a trace that it does not sample is not recorded.
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${url}/v1/traces` }),
        maxQueueSize: keptSpans,
        exportTimeoutMillis: exportWithinMs,
      }),
    ],
  })
  const tracer = provider.getTracer('foyer')
  const propagator = new W3CTraceContextPropagator()
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(propagator)

  const extracted = (traceparent: string) => propagation.extract(ROOT_CONTEXT, { traceparent })

  function spanBelow(parent: Context, name: string, kind: SpanKind, attributes: Facts) {
    const span = tracer.startSpan(name, { kind, attributes }, parent)
    return { span, below: trace.setSpan(parent, span) }
  }

  return {
    beginRequest(name: string, facts: Facts, traceparent: string | undefined): OpenSpan {
      const parent = traceparent ? extracted(traceparent) : ROOT_CONTEXT
      const { span, below } = spanBelow(parent, name, SpanKind.SERVER, facts)
      return {
        within: (work) => context.with(below, work),
        end(more, fault) {
          span.setAttributes(more)
          endSpan(span, fault)
        },
      }
    },
    async traced<Result>(
      kind: keyof typeof kinds,
      name: string,
      facts: Facts,
      work: () => Promise<Result>,
      { factsOf, cause }: Causes<Result>,
    ): Promise<Result> {
      // A statement of a job, or of the query for due messages every second, belongs to no trace.
      if (kind === 'client' && !trace.getSpan(context.active())) return work()
      const { span, below } = spanBelow(context.active(), name, kinds[kind], facts)
      const causing = cause ? trace.getSpanContext(extracted(cause)) : undefined
      if (causing) span.addLink({ context: causing })
      try {
        const result = await context.with(below, work)
        if (factsOf) span.setAttributes(factsOf(result))
        endSpan(span)
        return result
      } catch (error) {
        endSpan(span, faultOf(error))
        throw error
      }
    },
    note(event: string, facts: Facts): void {
      trace.getSpan(context.active())?.addEvent(event, facts)
    },
    current(): string | null {
      if (!trace.getSpan(context.active())?.isRecording()) return null
      const carrier: { traceparent?: string } = {}
      propagation.inject(context.active(), carrier)
      return carrier.traceparent ?? null
    },
    keep() {
      const kept = context.active()
      return <Result>(work: () => Result): Result => context.with(kept, work)
    },
    async stop(): Promise<void> {
      // A collector that does not answer must not hold up the stop of the service.
      await provider.shutdown().catch(() => {})
      context.disable()
      propagation.disable()
    },
  }
}

function endSpan(span: Span, fault?: string): void {
  if (fault !== undefined) {
    span.setAttribute('error.type', fault)
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}

/** Returns the code or kind of an error. Its message may contain what a user typed. */
function faultOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return String(code ?? name ?? 'error')
}
