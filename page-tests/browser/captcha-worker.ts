/** Runs the pages' captcha worker in a Node thread, whose messaging functions have other names. */
import { parentPort } from 'node:worker_threads'

type WorkerScope = { onmessage?: (message: { data: unknown }) => void; postMessage(data: unknown): void }

const self: WorkerScope = { postMessage: (data) => parentPort?.postMessage(data) }
Object.assign(globalThis, { self })
await import('../../web/src/api/captcha/captcha-worker.ts')
parentPort?.on('message', (data) => self.onmessage?.({ data }))
