/** Prepares each statement once per connection: parsing and planning is half the cost of a short statement. */
import { createHash } from 'node:crypto'
import pg from 'pg'

/**
 * Bounds the prepared statements of a connection, since the length of a list changes the text; further statements are sent
 * unprepared.
 */
const mostNames = 500

/** Gives every parametrised statement a name, under which the driver prepares it once per connection. */
export class PreparedClient extends pg.Client {
  readonly #names = new Map<string, string>()

  override query = ((...args: unknown[]) => {
    const send = pg.Client.prototype.query.bind(this) as (...rest: unknown[]) => Promise<pg.QueryResult>
    const [text, values] = args
    const name =
      args.length === 2 && typeof text === 'string' && Array.isArray(values) && nameIn(this.#names, text)
    if (!name) return send(...args)
    return send({ name, text, values }).catch((error) => {
      if (!isOutdatedPlan(error)) throw error
      return send({ text, values })
    })
  }) as pg.Client['query']
}

function nameIn(names: Map<string, string>, text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostNames) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  names.set(text, name)
  return name
}

/** Recognises a plan that became invalid because a newer version of the service changed a table. */
function isOutdatedPlan(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return code === '0A000' && /cached plan/.test(message ?? '')
}
