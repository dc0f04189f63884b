/** The shapes of the OpenAPI document: each that the contract names is there once, under that name. */
import { readdir } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import type { Schema } from '#contract/endpoint.ts'
import type { Resource } from '#contract/resource.ts'
import { singular } from '#contract/operation-ids.ts'

const folder = new URL('../../contract/', import.meta.url)

/** All that the files of the contract export, by name. */
export async function contractExports(): Promise<(readonly [name: string, value: unknown])[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const modules = await Promise.all(files.map((name) => import(new URL(name, folder).href) as Promise<object>))
  return modules.flatMap((module) => Object.entries(module))
}

type Json = Record<string, unknown>
export type ShapeNames = z.core.$ZodRegistry<{ id: string }>

/** `Company` is a shape that is exported by this name, `CompanyFilter` the filter of the list of `companies`. */
export async function namedShapes(): Promise<ShapeNames> {
  const names: ShapeNames = z.registry()
  const exported = await contractExports()
  const parts = exported.flatMap(([, value]) => partsOf(value))
  const taken = new Set<string>()
  for (const [id, shape] of [...exported, ...parts]) {
    if (!isShape(shape) || !/^[A-Z]/.test(id) || names.has(shape)) continue
    if (taken.has(id)) throw new Error(`Two shapes are called ${id}`)
    taken.add(id)
    names.add(shape, { id })
  }
  return names
}

/** Of a resource or a list: its row and what narrows, makes, changes and chooses rows, by its path. */
function partsOf(value: unknown): [name: string, value: unknown][] {
  if (typeof value !== 'object' || value === null || !('path' in value && 'row' in value)) return []
  const name = singular(String(value.path)).replaceAll(/(?:^|[-/])(\w)/g, (_, letter: string) => letter.toUpperCase())
  const { row, filter, fields, update, removeMany } = value as Partial<Resource & { filter: Schema }>
  return [
    [name, row],
    [`${name}Filter`, filter],
    [`${name}Fields`, fields],
    [`${name}Changes`, update?.body],
    [`${name}Choice`, removeMany?.body],
  ]
}

/** Numbers and plain texts need no name. */
function isShape(value: unknown): value is Schema {
  if (typeof value !== 'object' || value === null || !('_zod' in value)) return false
  const { type, format } = (value as Schema).def as { type: string; format?: string }
  return /^(object|union|record|array|enum|pipe)$/.test(type) || (type === 'string' && format !== undefined)
}

/** Turns shapes into JSON Schema; `schemas` collects the named ones that it meets. */
export class ShapeWriter {
  readonly schemas: Record<string, Json> = {}
  readonly #names: ShapeNames

  constructor(names: ShapeNames) {
    this.#names = names
  }

  nameOf(shape: Schema): string | undefined {
    return this.#names.get(shape)?.id
  }

  /** Answers may gain fields, so that those of an output are never said to be all. */
  write(shape: Schema, io: 'input' | 'output'): Json {
    const {
      $schema: _,
      $defs,
      ...json
    } = z.toJSONSchema(shape, {
      target: 'draft-2020-12',
      io,
      unrepresentable: 'any',
      metadata: this.#names,
      override: ({ jsonSchema }) => {
        if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
        nameKeys(jsonSchema)
      },
    })
    return this.#linked(json, $defs ?? {})
  }

  #linked(json: Json, defs: Record<string, Json>): Json {
    const { id: _, ...own } = json
    return JSON.parse(
      JSON.stringify(own, (key, value: unknown) =>
        key === '$ref' ? `#/components/schemas/${this.#keep(String(value).replace('#/$defs/', ''), defs)}` : value,
      ),
    ) as Json
  }

  /** The name of a kept shape: what comes in as another shape than it goes out has a name of its own. */
  #keep(id: string, defs: Record<string, Json>): string {
    const found = this.#linked(defs[id] ?? {}, defs)
    const known = this.schemas[id]
    const name = known && !isDeepStrictEqual(open(known), open(found)) ? `${id}Input` : id
    this.schemas[name] ??= found
    return name
  }
}

/** A record with known keys has them as properties. */
function nameKeys(json: z.core.JSONSchema.BaseSchema): void {
  const { additionalProperties: value, required, propertyNames } = json
  if (!required || !propertyNames || typeof value !== 'object') return
  json.properties = Object.fromEntries(required.map((key) => [key, value]))
  delete json.propertyNames
  delete json.additionalProperties
}

function open({ additionalProperties: _, ...json }: Json): Json {
  return json
}
