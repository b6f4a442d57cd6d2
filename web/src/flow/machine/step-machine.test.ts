import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Machine, runMachine, type Situation, transition } from './step-machine.ts'

type State = 'asking' | 'waiting' | 'done'
type Event = { type: 'asked'; question: string } | { type: 'answered'; answer: string } | { type: 'typed' }
type Context = { question: string; answer: string; entries: number }

const machine: Machine<State, Event, Context, 'ask'> = {
  asking: {
    on: {
      asked: (_, { question }) => ({ to: 'waiting', set: { question } }),
      typed: () => ({ set: { answer: '' } }),
    },
  },
  waiting: {
    enter: ({ entries }) => ({ entries: entries + 1 }),
    effect: 'ask',
    on: {
      asked: (_, { question }) => ({ to: 'waiting', set: { question } }),
      answered: (_, { answer }) => ({ to: 'done', set: { answer } }),
      typed: () => ({ set: { answer: '' } }),
    },
  },
  done: { on: { asked: (_, { question }) => ({ to: 'waiting', set: { question } }) } },
}
const start: Situation<State, Context> = {
  state: 'asking',
  context: { question: '', answer: 'old', entries: 0 },
  entry: 0,
}

test('ignores an event that the state does not list', () => {
  assert.equal(transition(machine, start, { type: 'answered', answer: 'x' }), start)
})

test('does not change the situation before a transition', () => {
  const before = structuredClone(start)
  const next = transition(machine, start, { type: 'asked', question: 'why' })
  assert.deepEqual(next, {
    state: 'waiting',
    context: { question: 'why', answer: 'old', entries: 1 },
    entry: 1,
  })
  assert.deepEqual(start, before)
})

test('counts an entry for a move to the same state and none for staying', () => {
  const waiting = transition(machine, start, { type: 'asked', question: 'why' })
  const typed = transition(machine, waiting, { type: 'typed' })
  assert.deepEqual(
    [typed.state, typed.entry, typed.context.entries, typed.context.answer],
    ['waiting', 1, 1, ''],
  )
  const again = transition(machine, typed, { type: 'asked', question: 'how' })
  assert.deepEqual([again.state, again.entry, again.context.entries], ['waiting', 2, 2])
})

test('runs an effect once for each entry and drops its events after the state was left', () => {
  const runs: { question: string; send: (event: Event) => void; signal: AbortSignal }[] = []
  const shown: string[] = []
  const running = runMachine(
    machine,
    start,
    () => (context, send, signal) => runs.push({ question: context.question, send, signal }),
    ({ state, context }) => shown.push(`${state} ${context.answer}`),
  )
  running.send({ type: 'asked', question: 'first' })
  running.send({ type: 'typed' })
  assert.equal(runs.length, 1)
  running.send({ type: 'asked', question: 'second' })
  assert.deepEqual(
    runs.map(({ question, signal }) => [question, signal.aborted]),
    [
      ['first', true],
      ['second', false],
    ],
  )
  runs[0]?.send({ type: 'answered', answer: 'late' })
  runs[1]?.send({ type: 'answered', answer: 'right' })
  runs[1]?.send({ type: 'answered', answer: 'twice' })
  assert.deepEqual(shown, ['waiting old', 'waiting ', 'waiting ', 'done right'])
})

test('accepts an event that an effect sends synchronously', () => {
  const shown: string[] = []
  const running = runMachine(
    machine,
    start,
    () => (_, send) => send({ type: 'answered', answer: 'now' }),
    ({ state }) => shown.push(state),
  )
  running.send({ type: 'asked', question: 'q' })
  assert.deepEqual(shown, ['waiting', 'done'])
})

test('aborts the running effect when the machine stops', () => {
  let signal: AbortSignal | undefined
  const shown: string[] = []
  const running = runMachine(
    machine,
    start,
    () => (_, send, its) => {
      signal = its
      its.addEventListener('abort', () => send({ type: 'answered', answer: 'too late' }))
    },
    ({ state }) => shown.push(state),
  )
  running.send({ type: 'asked', question: 'q' })
  running.stop()
  assert.equal(signal?.aborted, true)
  assert.deepEqual(shown, ['waiting'])
})
