/** Sites: the places where surveys happen (product.md §3). */
import * as z from 'zod/mini'
import { latitudeBounds, longitudeBounds, siteCodePattern, siteProblems, siteStatuses } from '#domain/people/site.ts'
import { endpoint, file, one } from './endpoint.ts'
import { Id, intText, optionalId, optionalLines, optionalText, recordFields, text } from './fields.ts'
import { recordFilters } from './filters.ts'
import { maxWorkbookBytes, RowProblem, xlsxMime } from './response-files.ts'
import { resource } from './resource.ts'

const SiteStatus = z.enum(siteStatuses)
const SiteCode = z.string().check(z.trim(), z.regex(siteCodePattern))

/** `domain/people/site.ts` says the bounds of a site's place and radius, and the form of its phone. */
const SiteFields = z.strictObject({
  title: text(200),
  /** The site's code in files; made up when missing. */
  code: z.optional(SiteCode),
  siteCategoryId: Id,
  companyId: optionalId(),
  administrativeUnitId: optionalId(),
  address: optionalLines(500),
  latitude: z.optional(z.nullable(z.number())),
  longitude: z.optional(z.nullable(z.number())),
  radiusMeters: z.optional(z.nullable(z.int())),
  status: z.optional(SiteStatus),
  /** A reason that applies to sites. */
  issueCategoryId: optionalId(),
  contactName: optionalText(200),
  /** As people write it; kept as E.164. */
  contactPhone: optionalText(40),
})

export const Site = z.object({
  ...recordFields,
  title: z.string(),
  code: z.string(),
  siteCategoryId: Id,
  siteCategoryTitle: z.string(),
  companyId: z.nullable(Id),
  companyTitle: z.nullable(z.string()),
  administrativeUnitId: z.nullable(Id),
  /** P-code. */
  administrativeUnitCode: z.nullable(z.string()),
  administrativeUnitName: z.nullable(z.string()),
  address: z.nullable(z.string()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  radiusMeters: z.nullable(z.int()),
  status: SiteStatus,
  issueCategoryId: z.nullable(Id),
  issueCategoryTitle: z.nullable(z.string()),
  contactName: z.nullable(z.string()),
  contactPhone: z.nullable(z.string()),
})
export type Site = z.output<typeof Site>

const standard = resource({
  path: 'sites',
  row: Site,
  fields: SiteFields,
  rule: (record) => siteProblems(record),
  read: 'sites.read',
  write: 'sites.write',
  remove: 'sites.delete',
  sort: ['title', 'code', 'status', 'createdAt', 'updatedAt'],
  filters: {
    title: { kind: 'text' },
    code: { kind: 'text' },
    status: { kind: 'oneOf', values: siteStatuses },
    siteCategoryId: { kind: 'record', of: 'siteCategories' },
    companyId: { kind: 'record', of: 'companies' },
    administrativeUnitId: { kind: 'unit' },
    issueCategoryId: { kind: 'record', of: 'issueCategories' },
    address: { kind: 'text' },
    latitude: { kind: 'number', ...latitudeBounds, decimals: 6 },
    longitude: { kind: 'number', ...longitudeBounds, decimals: 6 },
    ...recordFilters,
  },
})

/** Edges in degrees: `south,west,north,east`. */
const MapWindow = z.pipe(
  z.string().check(z.regex(/^-?\d{1,3}(\.\d{1,9})?(,-?\d{1,3}(\.\d{1,9})?){3}$/)),
  z.transform((edges: string) => {
    const [south = 0, west = 0, north = 0, east = 0] = edges.split(',').map(Number)
    return { south, west, north, east }
  }),
)

/** The number of spots side by side that a map may ask for; a small map has room for fewer. */
export const mapCells = { least: 4, most: 24 }

/** Sites close together, or one alone, which then has its id and title. */
const MapSpot = z.object({
  latitude: z.number(),
  longitude: z.number(),
  count: z.int(),
  id: z.nullable(Id),
  title: z.nullable(z.string()),
})

const MapBounds = z.object({ south: z.number(), west: z.number(), north: z.number(), east: z.number() })

const SiteMap = z.object({
  /** The bounds of all matches, when the caller sends no window; null if no match has a point. */
  bounds: z.optional(z.nullable(MapBounds)),
  /** The number of matches in the window. */
  count: z.int(),
  spots: z.array(MapSpot),
})
export type SiteMap = z.output<typeof SiteMap>

/** The columns of the template, by the names in its first row. */
export const siteTemplateColumns = [
  'code',
  'title',
  'siteCategory',
  'company',
  'administrativeUnitCode',
  'address',
  'latitude',
  'longitude',
  'radiusMeters',
  'status',
  'issueCategory',
  'contactName',
  'contactPhone',
] as const
/** A list shows the names of units, which serve where there are no codes. */
export type SiteColumn = (typeof siteTemplateColumns)[number] | 'administrativeUnit'

/** The result of an uploaded file of sites. A site is known by its code. */
export const SiteImport = z.object({
  rows: z.int(),
  created: z.int(),
  changed: z.int(),
  /** Rows equal to the stored site. */
  unchanged: z.int(),
  /** Rows left out for their problems, which only `goodOnly` lets pass. */
  skipped: z.int(),
  problemCount: z.int(),
  problems: z.array(RowProblem),
})
export type SiteImport = z.output<typeof SiteImport>

const filterWords = z.omit(standard.list.query, { page: true, pageSize: true, size: true, sort: true })

export const sites = {
  ...standard,
  map: endpoint({
    route: 'GET /sites/map',
    access: 'sites.read',
    summary: 'The sites that match, drawn together to at most some hundred spots of a window',
    query: z.extend(filterWords, {
      window: z.optional(MapWindow),
      cells: z.optional(intText(mapCells.least, mapCells.most)),
    }),
    reply: one(SiteMap),
  }),
  template: endpoint({
    route: 'GET /sites/template',
    access: 'sites.write',
    summary: 'An empty workbook to import sites with',
    reply: file(xlsxMime),
  }),
  import: endpoint({
    route: 'POST /sites/import',
    access: 'sites.write',
    summary: 'Take sites from an Excel or CSV file: all rows or none, or only the good ones',
    query: z.strictObject({ goodOnly: z.optional(z.enum(['true', 'false'])) }),
    upload: { file: 'file', maxBytes: maxWorkbookBytes, required: true },
    reply: one(SiteImport),
  }),
}
