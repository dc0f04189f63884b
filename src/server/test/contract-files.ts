/** All declarations of the contract folder, found by walking its modules: a list kept by hand would miss some. */
import { readdir } from 'node:fs/promises'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Resource } from '#contract/resource.ts'

const folder = new URL('../../contract/', import.meta.url)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'access' in value && 'reply' in value
}

function isResource(value: unknown): value is Resource {
  return typeof value === 'object' && value !== null && 'removeMany' in value && 'fields' in value
}

async function exportedValues(): Promise<unknown[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const modules = await Promise.all(
    names.map((name) => import(new URL(name, folder).href) as Promise<Record<string, unknown>>),
  )
  return modules.flatMap((module) => Object.values(module))
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
