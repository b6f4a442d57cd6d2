/** Writes the request of an endpoint as a command of curl. */
import { type ApiDocument, type Endpoint, jsonOf, parametersOf, uploadOf } from './api-document.ts'

/** Values that the reader has are variables of the shell: `$ACCESS_TOKEN`, `$CLIENT_ID`, `$UUID`. */
export function curlCommand(document: ApiDocument, endpoint: Endpoint): string {
  const { method, path, security } = endpoint
  const base = document.servers[0]?.url ?? ''
  const query = parametersOf(endpoint)
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name }) => `${name}=${variable(name)}`)
  const url = base + path.replace(/\{(\w+)\}/g, (_, name: string) => variable(name))
  const schemes = security.flatMap(Object.keys)
  const example = jsonOf(endpoint.requestBody)?.example
  const isUpload = uploadOf(endpoint.requestBody) !== undefined
  return [
    // curl itself chooses GET, and POST for a request with a body.
    `curl${method === (example === undefined && !isUpload ? 'GET' : 'POST') ? '' : ` -X ${method}`} ${quoted(query.length > 0 ? `${url}?${query.join('&')}` : url)}`,
    ...(schemes.includes('bearer') ? ['-H "Authorization: Bearer $ACCESS_TOKEN"'] : []),
    ...(schemes.includes('client') ? ['-u "$CLIENT_ID:$CLIENT_SECRET"'] : []),
    ...(isUpload ? ['-F "file=@$FILE"'] : []),
    ...(example === undefined
      ? []
      : [
          "-H 'Content-Type: application/json'",
          `-d '${JSON.stringify(example, null, 2).replaceAll("'", "'\\''")}'`,
        ]),
  ].join(' \\\n  ')
}

function variable(name: string): string {
  return `$${name.toUpperCase()}`
}

/** The shell replaces variables within double quotes only. */
function quoted(url: string): string {
  return /[$&?]/.test(url) ? `"${url}"` : url
}
