/**
 * Draws a Mermaid state diagram of every step machine of the front end, `x-machine.mermaid` beside `x-machine.ts`. The
 * source is read, not run: a move's targets are the names of states in its `to:`, in what that calls, and in the types
 * of the fields that it takes a state from. `npm run diagrams` writes the files; a test checks that they are current.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync } from 'vite'

type Node = ESTree.Node
type Declarations = Map<string, Node>
type Row = { state: string; effect: string | null; moves: { event: string; targets: string[] }[] }

/** Returns the diagrams below `root`, by the path of their file. */
export function drawDiagrams(root: string): Map<string, string> {
  const files = globSync('web/src/**/*-machine.ts', { cwd: root }).sort()
  // That folder runs the tables and declares none.
  const machines = files.filter((file) => !file.startsWith('web/src/flow/machine/'))
  return new Map(
    machines.map((file) => [
      file.replace(/\.ts$/, '.mermaid'),
      diagramOf(file, readFileSync(join(root, file), 'utf8')),
    ]),
  )
}

function diagramOf(file: string, text: string): string {
  const { program } = parseSync(file, text)
  const declared = declarationsIn(program)
  const machine = find(declared, 'Machine')
  const start = find(declared, 'Start')
  const states = propertiesOf(machine, declared).map(({ key }) => key)
  const targets = (node: Node, field: string) => targetsIn(node, field, states, declared)
  const rows = propertiesOf(machine, declared).map(({ key, value }): Row => {
    const parts = new Map(propertiesOf(value, declared).map((part) => [part.key, part.value]))
    const effect = parts.get('effect')
    const on = parts.get('on')
    return {
      state: key,
      effect: effect?.type === 'Literal' ? String(effect.value) : null,
      moves: on
        ? propertiesOf(on, declared).map((move) => ({ event: move.key, targets: targets(move.value, 'to') }))
        : [],
    }
  })
  return [
    'stateDiagram-v2',
    ...targets(start, 'state').map((state) => `  [*] --> ${state}`),
    ...rows.flatMap(linesOf),
    '',
  ].join('\n')
}

/** A move without a target stays in its state and is written into it, below the effect of entering it. */
function linesOf({ state, effect, moves }: Row): string[] {
  return [
    ...(effect ? [`  ${state} : entry / ${effect}`] : []),
    ...moves.flatMap(({ event, targets }) =>
      targets.length > 0
        ? targets.map((target) => `  ${state} --> ${target} : ${event}`)
        : [`  ${state} : ${event}`],
    ),
  ]
}

/** Every constant and function of the file by its name, and the types of fields by the name of the field. */
function declarationsIn(program: Node): Declarations {
  const declared: Declarations = new Map()
  const fieldTypes: Declarations = new Map()
  walk(program, (node) => {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init)
      declared.set(node.id.name, node.init)
    if (node.type === 'FunctionDeclaration' && node.id) declared.set(node.id.name, node)
    if (node.type === 'TSPropertySignature' && node.key.type === 'Identifier' && node.typeAnnotation)
      fieldTypes.set(node.key.name, node.typeAnnotation)
  })
  return new Map([...fieldTypes, ...declared])
}

function find(declared: Declarations, ending: string): Node {
  const found = [...declared].find(([name]) => name.endsWith(ending))
  if (!found) throw new Error(`The file declares no name that ends in ${ending}`)
  return found[1]
}

/** The properties of an object, those of the constants that it spreads included. */
function propertiesOf(node: Node | undefined, declared: Declarations): { key: string; value: Node }[] {
  if (node?.type === 'Identifier') return propertiesOf(declared.get(node.name), declared)
  if (node?.type !== 'ObjectExpression') return []
  return node.properties.flatMap((property) => {
    if (property.type === 'SpreadElement') return propertiesOf(property.argument, declared)
    return property.key.type === 'Identifier' ? [{ key: property.key.name, value: property.value }] : []
  })
}

/** The states that `field` can name in the node, and in the functions that the node calls. */
function targetsIn(node: Node, field: string, states: string[], declared: Declarations): string[] {
  const found = new Set<string>()
  const takeStates = (part: Node): void => {
    if (part.type === 'Literal' && typeof part.value === 'string') found.add(part.value)
    if (part.type === 'Identifier') followToStates(part.name)
  }
  const lookForField = (part: Node): void => {
    if (part.type === 'Property' && part.key.type === 'Identifier' && part.key.name === field)
      walk(part.value, takeStates)
    if (part.type === 'CallExpression' && part.callee.type === 'Identifier') followToField(part.callee.name)
  }
  const followToStates = follower(declared, takeStates)
  const followToField = follower(declared, lookForField)
  if (node.type === 'Identifier') followToField(node.name)
  else walk(node, lookForField)
  return states.filter((state) => found.has(state))
}

/** Walks each declaration once, since functions may call each other. */
function follower(declared: Declarations, onNode: (node: Node) => void): (name: string) => void {
  const seen = new Set<string>()
  return (name) => {
    if (seen.has(name)) return
    seen.add(name)
    walk(declared.get(name), onNode)
  }
}

function walk(value: unknown, onNode: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) walk(one, onNode)
  else if (isNode(value)) {
    onNode(value)
    walk(Object.values(value), onNode)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..')
  for (const [file, diagram] of drawDiagrams(root)) writeFileSync(join(root, file), diagram)
}
