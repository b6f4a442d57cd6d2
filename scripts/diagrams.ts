/**
 * Draws a Mermaid state diagram of every step machine of the front end: `x-machine.mermaid` next to `x-machine.ts`. The
 * source is parsed, not run. The targets of a move are the state names in its `to:`, in the functions that `to` calls,
 * and in the types of fields that hold a state. Rows that the machine includes through a function call, such as those
 * of a proof, are drawn too. `npm run diagrams` writes the files; a test checks that they are current.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ESTree, parseSync } from 'vite'

type Node = ESTree.Node
type Declarations = Map<string, Node>
type Row = { state: string; effect: string | null; moves: { event: string; targets: string[] }[] }

/** Returns the diagrams below `root`, by file path. */
export function drawDiagrams(root: string): Map<string, string> {
  const files = globSync('web/src/**/*-machine.ts', { cwd: root }).sort()
  // That folder contains the interpreter of the tables, not tables.
  const machines = files.filter((file) => !file.startsWith('web/src/flow/machine/'))
  return new Map(machines.map((file) => [file.replace(/\.ts$/, '.mermaid'), diagramOf(join(root, file))]))
}

function diagramOf(file: string): string {
  const declared = allDeclarations(file)
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

function allDeclarations(file: string): Declarations {
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  return new Map([...includedBy(program, dirname(file)), ...declarationsIn(program)])
}

/**
 * Draws a row. A move without a target stays in its state, so it is written into the state, below the effect of
 * entering it.
 */
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

/** Returns the declarations of the imported files with rows, and of the imported files in the same folder. */
function includedBy(program: Node, folder: string): Declarations {
  const included: Declarations = new Map()
  walk(program, (node) => {
    if (node.type !== 'ImportDeclaration' || !/^\.\/|-rows\.ts$/.test(node.source.value)) return
    for (const entry of allDeclarations(join(folder, node.source.value))) included.set(...entry)
  })
  return included
}

/** Returns every constant and function of the file by name, and the types of fields by field name. */
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

/** Returns the properties of an object, including those that it spreads. A later property replaces an earlier one. */
function propertiesOf(node: Node | undefined, declared: Declarations): { key: string; value: Node }[] {
  return [...valuesOf(node, declared)].map(([key, value]) => ({ key, value }))
}

function valuesOf(node: Node | undefined, declared: Declarations): Map<string, Node> {
  if (node?.type === 'Identifier') return valuesOf(declared.get(node.name), declared)
  if (node?.type === 'MemberExpression' && node.property.type === 'Identifier')
    return valuesOf(valuesOf(node.object, declared).get(node.property.name), declared)
  if (node?.type === 'CallExpression') return valuesOf(returnedBy(node, declared), declared)
  const values = new Map<string, Node>()
  if (node?.type !== 'ObjectExpression') return values
  for (const property of node.properties) {
    if (property.type === 'SpreadElement')
      for (const entry of valuesOf(property.argument, declared)) values.set(...entry)
    else if (property.key.type === 'Identifier') values.set(property.key.name, property.value)
  }
  return values
}

/**
 * Returns the object that a function returns, and declares its parameters as the arguments, because the rows use the
 * parameter names.
 */
function returnedBy(
  { callee, arguments: given }: ESTree.CallExpression,
  declared: Declarations,
): Node | undefined {
  const called = callee.type === 'Identifier' ? declared.get(callee.name) : undefined
  if (called?.type !== 'FunctionDeclaration') return undefined
  for (const [index, parameter] of called.params.entries()) {
    const name = parameter.type === 'AssignmentPattern' ? parameter.left : parameter
    const argument = given[index]
    const isSameName =
      argument?.type === 'Identifier' && name.type === 'Identifier' && argument.name === name.name
    if (name.type === 'Identifier' && argument && !isSameName) declared.set(name.name, argument)
  }
  const last = called.body?.body.at(-1)
  let returned: Node | null | undefined = last?.type === 'ReturnStatement' ? last.argument : undefined
  while (returned?.type === 'TSAsExpression' || returned?.type === 'TSSatisfiesExpression')
    returned = returned.expression
  return returned ?? undefined
}

/** Returns the states that `field` can name in the node and in the functions that the node calls. */
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

/** Visits each declaration once, because functions may call each other. */
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
