/** Describes a page-like route in the OpenAPI document: parameters, form, and the redirect that it answers with. */
import type { PageRoute } from '@foyer/contract/page-routes/page-route'
import type { ApiSection } from '../openapi/describe-route.ts'
import { parametersOf } from './describe-parameters.ts'
import { type Json, wireSchema } from './wire-schema.ts'

export function describePageRoute(
  operationId: string,
  route: PageRoute,
  sections: readonly ApiSection[],
): Json {
  const section = sections.find(({ pageRoutes = [] }) =>
    pageRoutes.some((described) => described.route === route),
  )
  const described = section?.pageRoutes?.find((candidate) => candidate.route === route)
  return {
    operationId,
    summary: route.summary,
    ...(described && { description: described.description, tags: [section?.name] }),
    security: [],
    parameters: [...parametersOf('path', route.params), ...parametersOf('query', route.query)],
    ...(route.form && {
      requestBody: {
        required: true,
        content: { 'application/x-www-form-urlencoded': { schema: wireSchema(route.form, 'input', {}) } },
      },
    }),
    responses: {
      303: {
        description: route.answer,
        headers: {
          Location: { required: true, schema: { type: 'string' } },
          'X-Request-Id': { $ref: '#/components/headers/RequestId' },
        },
      },
    },
  }
}
