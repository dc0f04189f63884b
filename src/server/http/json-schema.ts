/** JSON Schema from the contract's zod shapes: for the reply serializer and for OpenAPI. */
import * as z from 'zod/mini'
import type { Schema } from '#contract/endpoint.ts'

const checks = [
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'pattern',
  'additionalProperties',
]

/**
 * For fastify's serializer. Undeclared fields are dropped because only declared ones are written.
 * `additionalProperties: false` and the checks of input must go: they would turn old data inside a nullable object into
 * a 500.
 */
export function serializerSchema(schema: z.core.$ZodType): Record<string, unknown> {
  return z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    override: ({ jsonSchema }) => {
      for (const check of checks) {
        if (check !== 'additionalProperties' || jsonSchema.additionalProperties === false) {
          delete (jsonSchema as Record<string, unknown>)[check]
        }
      }
    },
  })
}

/** What a caller sends or gets. */
export function openApiSchema(schema: Schema, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _schema, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' })
  return rest
}
