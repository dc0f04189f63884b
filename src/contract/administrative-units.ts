/**
 * The tree of places (product.md §3): country, provinces, districts and so on, each with its P-code. Every signed-in user
 * may walk and search it, as every form that asks for a place needs it. The list of units asks for `units.read`.
 */
import * as z from 'zod/mini'
import { endpoint, file, list, one } from './endpoint.ts'
import { unitCode, deepestUnitLevel } from '#domain/people/unit-tree.ts'
import { Id, idText, intText, optionalId, pageFields, recordFields, text } from './fields.ts'
import { maxWorkbookBytes, xlsxMime } from './response-files.ts'
import { resource } from './resource.ts'

export const AdministrativeUnitFields = z.strictObject({
  name: text(200),
  /** P-code; upper and lower case are the same code. */
  code: z.string().check(z.trim(), z.regex(unitCode)),
  /** Nothing: a unit on top of the tree. */
  parentId: optionalId(),
})

const UnitName = z.object({ id: Id, code: z.string(), name: z.string() })

export const AdministrativeUnit = z.object({
  ...recordFields,
  name: z.string(),
  code: z.string(),
  parentId: z.nullable(Id),
  level: z.int(),
  /** The number of units right below. */
  childCount: z.int(),
  /** The units above, from the top down. */
  ancestors: z.array(UnitName),
})
export type AdministrativeUnit = z.output<typeof AdministrativeUnit>

export const administrativeUnits = resource({
  path: 'administrative-units',
  row: AdministrativeUnit,
  fields: AdministrativeUnitFields,
  read: 'units.read',
  write: 'units.write',
  remove: 'units.delete',
  sort: ['name', 'code', 'level', 'createdAt', 'updatedAt'],
  // Everything below a unit, at any depth; the level narrows it to the units right below.
  filters: { parentId: { kind: 'unit' }, level: { kind: 'number', min: 0, max: deepestUnitLevel } },
})

/** The columns of the file, by the names in its first row. */
export const unitColumns = ['code', 'name', 'parentCode', 'level'] as const
export type UnitColumn = (typeof unitColumns)[number]

/** The result of an uploaded file. */
const UnitImport = z.object({
  rows: z.int(),
  created: z.int(),
  updated: z.int(),
  /** Those that were there just like this. */
  unchanged: z.int(),
})
export type UnitImport = z.output<typeof UnitImport>

/** Of a file of borders. */
const BorderImport = z.object({
  areas: z.int(),
  /** Units that have a border from it now. */
  units: z.int(),
  /** The property of the areas that names the units, and what it holds. */
  property: z.string(),
  holds: z.enum(['code', 'name']),
  /** Areas without a unit, and those whose name several units have: the first of them. */
  unmatched: z.array(z.string()),
  unmatchedCount: z.int(),
  ambiguous: z.array(z.string()),
})
export type BorderImport = z.output<typeof BorderImport>
export const maxBorderMegabytes = 50

const UnitBorders = z.object({
  /** Of the units, from 0 on top; null: no unit has a border. */
  level: z.nullable(z.int()),
  borders: z.array(
    z.object({
      unit: UnitName,
      /** The coordinates of a GeoJSON MultiPolygon. */
      shape: z.array(z.array(z.array(z.tuple([z.number(), z.number()])))),
    }),
  ),
})
export type UnitBorders = z.output<typeof UnitBorders>

const UnitCounts = z.object({
  id: Id,
  units: z.int(),
  /** In the unit itself too; null for callers who read no sites. */
  sites: z.nullable(z.int()),
})

/** The seed's callers fill a choice with one call and name no page: a page is so large here unless said. */
const mostUnits = 1000
const pageSize = () => z.optional(intText(1, mostUnits))
const walkFields = {
  ...pageFields,
  pageSize: pageSize(),
  size: z.pipe(
    pageSize(),
    z.transform((size) => size ?? mostUnits),
  ),
  q: z.optional(z.string().check(z.maxLength(200))),
}

/** 0 means no parent. */
const ParentId = z.pipe(
  z.string().check(z.regex(/^(0|[1-9]\d{0,14})$/, 'BAD_ID')),
  z.transform((digits: string) => Number(digits)),
)

export const unitTree = {
  byLevel: endpoint({
    route: 'GET /administrative-units/by-level/{level}',
    access: 'session',
    summary: 'Administrative units of one level; 0 is the top',
    params: z.strictObject({ level: intText(0, deepestUnitLevel) }),
    query: z.strictObject(walkFields),
    reply: list(AdministrativeUnit),
  }),
  byParent: endpoint({
    route: 'GET /administrative-units/by-parent/{parentId}',
    access: 'session',
    summary: 'Administrative units right below another; below 0 are those on top',
    params: z.strictObject({ parentId: ParentId }),
    query: z.strictObject(walkFields),
    reply: list(AdministrativeUnit),
  }),
  find: endpoint({
    route: 'GET /administrative-units/find',
    access: 'session',
    summary: 'Administrative units by name or code anywhere in the tree, or one by its id',
    query: z.strictObject({ ...walkFields, id: z.optional(idText()) }),
    reply: list(AdministrativeUnit),
  }),
  counts: endpoint({
    route: 'GET /administrative-units/counts/{parentId}',
    access: 'units.read',
    summary: 'How much is below each unit right below another, at any depth; below 0 are those on top',
    params: z.strictObject({ parentId: ParentId }),
    reply: list(UnitCounts),
  }),
  importUnits: endpoint({
    route: 'POST /administrative-units/import',
    access: 'units.write',
    summary: 'Take a tree of units from an Excel or CSV file, new ones and known ones by their codes: all rows or none',
    upload: { file: 'file', maxBytes: maxWorkbookBytes, required: true },
    reply: one(UnitImport),
  }),
  template: endpoint({
    route: 'GET /administrative-units/template',
    access: 'units.write',
    summary: 'An Excel file with the columns of the import and nothing below them',
    reply: file(xlsxMime),
  }),
  importBorders: endpoint({
    route: 'POST /administrative-units/borders',
    access: 'units.write',
    summary: 'Take borders of units from a GeoJSON file: each area to the unit of its code or name',
    upload: { file: 'file', maxBytes: maxBorderMegabytes * 1024 * 1024, required: true },
    reply: one(BorderImport),
  }),
  borders: endpoint({
    route: 'GET /administrative-units/borders',
    access: 'session',
    summary: 'The borders of the deepest level that has some and is not too large for a map',
    reply: one(UnitBorders),
  }),
  exportUnits: endpoint({
    route: 'GET /administrative-units/export',
    access: 'units.read',
    transaction: 'none',
    summary: 'All units, or one and everything below it, as a CSV or Excel file that can be imported again',
    query: z.strictObject({ within: z.optional(idText()), format: z.optional(z.enum(['csv', 'xlsx'])) }),
    reply: file('text/csv'),
  }),
}
