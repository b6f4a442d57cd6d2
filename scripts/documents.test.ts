/** Compares the documents with the repository: links, paths, the shape of decision pages, versions, metrics. */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { listProofs } from './security-tests.ts'

const root = join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')

const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md', 'CHANGELOG.md', 'sdk/README.md'],
  ...globSync('docs/**/*.md', { cwd: root }).sort(),
]
const decisions = globSync('docs/decisions/*.md', { cwd: root })
  .filter((name) => !name.endsWith('/README.md'))
  .sort()
type Manifest = { version: string; dependencies?: Record<string, string> }
const manifests = ['package.json', ...globSync('*/package.json', { cwd: root })]

/** Returns the repository paths in inline code and code blocks: `api/src/app.ts`, `bench/src/*.ts`. */
function namedPaths(text: string): string[] {
  const code = text.match(/```[\s\S]*?```|`[^`\n]+`/g) ?? []
  return code
    .flatMap((piece) => piece.split(/[\s`'"=(),;:]+/))
    .filter((path) =>
      /^(api|api-docs|bench|contract|demo|docs|e2e|embedded-postgres|page-tests|scripts|sdk|seed|stand-ins|web)\/./.test(
        path,
      ),
    )
    .filter((path) => !/[<>…{}]|NNNN|^(api|sdk|web)\/dist/.test(path))
}

function links(text: string): { path: string; fragment: string }[] {
  const prose = text.replaceAll(/```[\s\S]*?```|`[^`\n]+`/g, '')
  return [...prose.matchAll(/\]\(([^)\s#]*)(?:#([^)\s]+))?\)/g)]
    .map(([, path = '', fragment = '']) => ({ path, fragment }))
    .filter(({ path }) => !/^[a-z]+:/.test(path))
}

/** Returns the fragments of a page's headings, as GitHub forms them. */
function fragments(text: string): Set<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

describe('documents', () => {
  it('every link inside the repository leads to an existing file and heading', () => {
    const dead = documents.flatMap((name) =>
      links(read(name))
        .filter(({ path, fragment }) => {
          const target = path ? join(dirname(name), path) : name
          if (!existsSync(join(root, target))) return true
          return fragment !== '' && !fragments(read(target)).has(fragment)
        })
        .map(({ path, fragment }) => `${name}: ${path}#${fragment}`),
    )
    assert.deepEqual(dead, [])
  })

  it('no document contains the markers of a merge conflict', () => {
    const conflicts = documents.filter((name) => /^(<{7}|={7}|>{7})( |$)/m.test(read(name)))
    assert.deepEqual(conflicts, [])
  })

  it('every path of the repository that a document names exists', () => {
    const missing = documents
      .filter((name) => name !== 'CHANGELOG.md')
      .flatMap((name) =>
        namedPaths(read(name))
          .filter((path) => globSync(path, { cwd: root }).length === 0)
          .map((path) => `${name}: ${path}`),
      )
    assert.deepEqual(missing, [])
  })
})

describe('docs/architecture.md', () => {
  it('architecture.md names every folder of sources', () => {
    const page = read('docs/architecture.md')
    const folders = globSync(
      '{{api,api-docs,contract,demo,sdk,seed,stand-ins,web}/src,e2e,bench,page-tests}/**/',
      {
        cwd: root,
        exclude: (name) => /node_modules|0001-0009/.test(name),
      },
    )
    const names = [...new Set(folders.map((folder) => basename(folder)))]
    assert.ok(names.length > 80)
    assert.deepEqual(
      names.filter((name) => !new RegExp(`\\b${name}\\b`).test(page)),
      [],
    )
  })
})

describe('decision pages', () => {
  it('every decision page has a title, a date, a status and three sections', () => {
    for (const name of decisions) {
      const text = read(name)
      assert.match(text, /^# \S.+\n\nDate: \d{4}-\d\d-\d\d\n\nStatus: (accepted|superseded by \[)/, name)
      const sections = [...text.matchAll(/^## (.+)$/gm)].map(([, section]) => section)
      assert.deepEqual(sections, ['Context', 'Decision', 'Consequences'], name)
    }
  })
})

describe('docs/security-tests.md', () => {
  const proofs = listProofs()

  it('each number of security-tests.md is named by a test file', () => {
    assert.ok(proofs.length > 100)
    assert.deepEqual(
      proofs.filter(({ files }) => files.length === 0).map(({ number }) => number),
      [],
    )
  })

  it('security-tests.md says what each number means that a test file names', () => {
    assert.deepEqual(
      proofs.filter(({ threat }) => !threat),
      [],
    )
  })
})

describe('docs/product.md', () => {
  const sections = new Set(
    [...read('docs/product.md').matchAll(/^#+ (\d(?:\.\d)?)\.? /gm)].map(([, number]) => number),
  )
  const sources = globSync('{contract,api,web,sdk,page-tests,e2e}/**/*.{ts,tsx,css}', { cwd: root })

  it('every section of the product page that a comment or title names exists', () => {
    const references = sources
      .filter((name) => !name.includes('node_modules'))
      .flatMap((name) =>
        [...read(name).matchAll(/\b[Pp]roduct (\d(?:\.\d)?(?:(?:, | and )\d(?:\.\d)?)*)\b/g)].flatMap(
          ([, numbers = '']) => numbers.split(/, | and /).map((number) => ({ name, number })),
        ),
      )
    assert.ok(references.length > 150)
    const elsewhere = sources.filter((name) => /\((?:Spec \d|[a-z]+\.md \d)/.test(read(name)))
    assert.deepEqual(
      elsewhere.filter((name) => !name.includes('node_modules')),
      [],
      'name sections of product.md',
    )
    assert.deepEqual(
      references.filter(({ number }) => !sections.has(number)),
      [],
    )
  })
})

describe('CHANGELOG.md', () => {
  const headings = [...read('CHANGELOG.md').matchAll(/^## \[(.+?)\](?: - (\S+))?$/gm)]
  const releases = headings.slice(1).map(([, version = '', date = '']) => ({ version, date }))

  it('the changelog begins with the unreleased changes, and its releases descend', () => {
    assert.equal(headings[0]?.[1], 'Unreleased')
    for (const { version, date } of releases) {
      assert.match(version, /^\d+\.\d+\.\d+$/)
      assert.match(date, /^\d{4}-\d\d-\d\d$/)
    }
    const rank = ({ version, date }: { version: string; date: string }) =>
      [date, ...version.split('.').map((part) => part.padStart(6, '0'))].join(' ')
    const ranks = releases.map(rank)
    assert.deepEqual(ranks, [...ranks].sort().reverse())
  })

  it('the newest release of the changelog is the version of every package', () => {
    for (const name of manifests) {
      const { version, dependencies = {} } = JSON.parse(read(name)) as Manifest
      assert.equal(version, releases[0]?.version, name)
      for (const [dependency, wanted] of Object.entries(dependencies))
        if (dependency.startsWith('@foyer/')) assert.equal(wanted, version, `${name}: ${dependency}`)
    }
  })

  it('the changelog groups changes under the headings of Keep a Changelog', () => {
    const groups = [...read('CHANGELOG.md').matchAll(/^### (.+)$/gm)].map(([, group = '']) => group)
    const known = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']
    assert.deepEqual(
      groups.filter((group) => !known.includes(group)),
      [],
    )
  })
})

describe('docs/operating-metrics.md', () => {
  const page = read('docs/operating-metrics.md')
  const sources = globSync('{api,contract}/src/**/*.ts', { cwd: root })
    .filter((name) => !name.endsWith('.test.ts'))
    .map(read)

  it('operating-metrics.md names every metric of the service and no other', () => {
    const metrics = sources.flatMap((text) => text.match(/(?<=name: ')foyer_\w+(?=')/g) ?? [])
    const named = (page.match(/foyer_\w+/g) ?? []).map((name) => name.replace(/_bucket$/, ''))
    assert.deepEqual([...new Set(named)].sort(), [...new Set(metrics)].sort())
  })

  it('operating-metrics.md names every event of the audit trail', () => {
    const [, union = ''] =
      /type AuditEvent =((?:\s+\| '[a-z-]+')+)/.exec(read('api/src/kernel/audit.ts')) ?? []
    const events = union.match(/[a-z-]+/g) ?? []
    assert.ok(events.length > 30)
    assert.deepEqual(
      events.filter((event) => !page.includes(`\`${event}\``)),
      [],
    )
  })

  it('operating-metrics.md quotes only log lines that the service writes', () => {
    const [, table = ''] = /\n\| line \| level[^\n]*\n([\s\S]+?)\n\n/.exec(page) ?? []
    const cells = [...table.matchAll(/^\| (.+?) \|/gm)].map(([, cell = '']) => cell)
    const lines = cells.flatMap((cell) => cell.match(/(?<=`)[^`,(]{6,}(?=`)/g) ?? [])
    assert.ok(lines.length > 8)
    const all = sources.join('\n')
    assert.deepEqual(
      lines.filter((line) => !all.includes(line.replace(/…$/, ''))),
      [],
    )
  })
})
