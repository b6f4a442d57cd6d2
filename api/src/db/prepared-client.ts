/** A connection that has each statement parsed and planned once: half of what the database spends on short ones. */
import { createHash } from 'node:crypto'
import pg from 'pg'

/** Statements differ in text by the length of their lists; beyond so many each is sent as it is. */
const mostNames = 500

const names = new Map<string, string>()

/** Gives every parametrised text a name, under which the driver has it prepared once a connection. */
export class PreparedClient extends pg.Client {
  override query = ((...given: unknown[]) => {
    const send = pg.Client.prototype.query.bind(this) as (...rest: unknown[]) => Promise<pg.QueryResult>
    const [text, values] = given
    const name = given.length === 2 && typeof text === 'string' && Array.isArray(values) && nameOf(text)
    if (!name) return send(...given)
    return send({ name, text, values }).catch((error) => {
      if (!isOutdatedPlan(error)) throw error
      return send({ text, values })
    })
  }) as pg.Client['query']
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostNames) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  names.set(text, name)
  return name
}

/** A newer version of the service changed a table while this one runs. */
function isOutdatedPlan(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return code === '0A000' && /cached plan/.test(message ?? '')
}
