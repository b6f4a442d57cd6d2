/** An error as the log may have it: where and of what kind, without a value that somebody sent. */

type Described = Record<string, unknown>

/** What a database error says of the schema; its `detail` and `where` quote rows. */
const schemaFacts = ['schema', 'table', 'column', 'constraint', 'routine'] as const

const deepestCause = 3

export function describeError(error: unknown, depth = 0): Described {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return {
    type: error.name,
    message: quotesInput(error) ? 'kept out of the log: it may quote what was sent' : error.message,
    // `code` would be taken for a one-time code, and left out.
    ...(typeof code === 'string' && { errorCode: code }),
    ...Object.fromEntries(schemaFacts.flatMap((fact) => factOf(error, fact))),
    stack: framesOf(error),
    ...(cause !== undefined && depth < deepestCause && { cause: describeError(cause, depth + 1) }),
  }
}

/** JSON.parse quotes its input; data exceptions of Postgres (class 22) quote the value. */
function quotesInput(error: Error): boolean {
  return error instanceof SyntaxError || /^22[0-9A-Z]{3}$/.test(String((error as { code?: unknown }).code))
}

function factOf(error: Error, fact: string): [string, string][] {
  const value = (error as unknown as Record<string, unknown>)[fact]
  return typeof value === 'string' ? [[fact, value]] : []
}

/** A stack begins with the message. */
function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^ {4}at /.test(line))
    .join('\n')
}
