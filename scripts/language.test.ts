/** The wording of comments and test titles, and a planted fault of each kind. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { findRefusedWording } from './language.ts'

/** The line that a file of the service brings; an empty list where its wording passes. */
async function plant(name: string, text: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-language-'))
  try {
    mkdirSync(join(folder, 'api/src'), { recursive: true })
    writeFileSync(join(folder, 'api/src', name), text)
    return await findRefusedWording(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('the language of the repository', () => {
  it('no comment and no test title of the repository begins with a refused word', async () => {
    assert.deepEqual(await findRefusedWording(join(import.meta.dirname, '..')), [])
  })

  it('a comment that begins with a refused word is found in each form of comment', async () => {
    for (const text of [
      '/** Who may call. */\n',
      '// Of the browser.\n',
      '/**\n * What follows a sign-in.\n */\n',
      '/**\n * Counts attempts.\n *\n * With a limit.\n */\n',
    ])
      assert.equal((await plant('a.ts', text)).length, 1, text)
  })

  it('a refused word passes within a comment, and in code', async () => {
    const passing =
      '/**\n * Counts the attempts of a user, on a device\n * with an id.\n */\nconst With = 1\n'
    assert.deepEqual(await plant('a.ts', passing), [])
  })

  it('a test title that reads on from its describe is found in each form of quotes', async () => {
    for (const title of ["'is refused'", '"and the third works"', '`of each kind`'])
      for (const open of ['it(', 'test(', 'it.skip(', 'it(\n'])
        assert.equal((await plant('a.test.ts', `${open}${title}, () => {})\n`)).length, 1, open + title)
  })

  it('a test title that is a sentence passes', async () => {
    assert.deepEqual(
      await plant('a.test.ts', "it('rejects a reset link after its first use', () => {})\n"),
      [],
    )
  })
})
