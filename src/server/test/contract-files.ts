/** All declarations of the contract folder, found by walking its modules: a list kept by hand would miss some. */
import type { Endpoint } from '#contract/endpoint.ts'
import type { Resource } from '#contract/resource.ts'
import { contractExports } from '../openapi/shapes.ts'

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'access' in value && 'reply' in value
}

function isResource(value: unknown): value is Resource {
  return typeof value === 'object' && value !== null && 'removeMany' in value && 'fields' in value
}

async function exportedValues(): Promise<unknown[]> {
  return (await contractExports()).map(([, value]) => value)
}

/** Endpoints that are exported themselves or are in an exported group such as `auth` or a resource. */
export async function declaredEndpoints(): Promise<Endpoint[]> {
  const values = await exportedValues()
  const grouped = values.flatMap((value) =>
    typeof value === 'object' && value !== null && !isEndpoint(value) ? Object.values(value) : [],
  )
  return [...new Set([...values, ...grouped].filter(isEndpoint))]
}

export async function declaredResources(): Promise<Resource[]> {
  return [...new Set((await exportedValues()).filter(isResource))]
}
