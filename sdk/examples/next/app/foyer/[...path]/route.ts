import { handle } from '../../../lib/site.ts'

async function answer(request: Request): Promise<Response> {
  return (await handle(request)) ?? new Response('Not found', { status: 404 })
}

export { answer as GET, answer as POST }
