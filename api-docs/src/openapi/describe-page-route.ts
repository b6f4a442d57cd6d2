/** Describes a page-like route in the OpenAPI document: parameters, form and redirect. */

import type { DescribedPageRoute } from '../../../api/src/kernel/http/describe-route.ts'
import { parametersOf } from './describe-parameters.ts'
import { type Json, wireSchema } from './wire-schema.ts'

export function describePageRoute(
  operationId: string,
  section: string,
  { route, description }: DescribedPageRoute,
): Json {
  return {
    operationId,
    summary: route.summary,
    description,
    tags: [section],
    security: [],
    parameters: [...parametersOf('path', route.params), ...parametersOf('query', route.query)],
    ...(route.form && {
      requestBody: {
        required: true,
        content: { 'application/x-www-form-urlencoded': { schema: wireSchema(route.form, 'input', {}) } },
      },
    }),
    responses: {
      ...(route.answer !== undefined && {
        303: {
          description: route.answer,
          headers: {
            Location: { required: true, schema: { type: 'string' } },
            'X-Request-Id': { $ref: '#/components/headers/RequestId' },
          },
        },
      }),
      ...(route.page !== undefined && { 200: pageAnswer(route.page) }),
      ...(route.refusal !== undefined && { 400: pageAnswer(route.refusal) }),
    },
  }
}

function pageAnswer(description: string): Json {
  return {
    description,
    headers: { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } },
    content: { 'text/html': { schema: { type: 'string' } } },
  }
}
