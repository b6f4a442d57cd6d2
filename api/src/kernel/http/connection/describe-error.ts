/** Describes an error for the log by its type and stack frames, without any value that a client sent. */

type Described = Record<string, unknown>

/** Database error properties that name the schema only; `detail` and `where` would quote rows. */
const schemaFacts = ['schema', 'table', 'column', 'constraint', 'routine'] as const

const deepestCause = 3

export function describeError(error: unknown, depth = 0): Described {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return {
    type: error.name,
    message: quotesInput(error) ? 'kept out of the log: it may quote what was sent' : error.message,
    // Renamed, because the log redacts every property named `code`.
    ...(typeof code === 'string' && { errorCode: code }),
    ...Object.fromEntries(schemaFacts.flatMap((fact) => factOf(error, fact))),
    stack: framesOf(error),
    ...(cause !== undefined && depth < deepestCause && { cause: describeError(cause, depth + 1) }),
  }
}

/** Returns true for errors of JSON.parse and Postgres data exceptions (class 22): their messages quote the input. */
function quotesInput(error: Error): boolean {
  return error instanceof SyntaxError || /^22[0-9A-Z]{3}$/.test(String((error as { code?: unknown }).code))
}

function factOf(error: Error, fact: string): [string, string][] {
  const value = (error as unknown as Record<string, unknown>)[fact]
  return typeof value === 'string' ? [[fact, value]] : []
}

/** Returns the stack without the message, which comes before the frames. */
function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .join('\n')
}
