/** Describes the tables of the feed to its readers: entity types in CSDL XML, and what may be asked of each. */
import { textTests } from '#domain/answers/feed-filter.ts'
import {
  type FeedColumn,
  type FeedTables,
  outerKey,
  parentKey,
  type RosterTable,
  setName,
  typeOf,
} from './feed-columns.ts'

export function metadata({ columns, rosters }: FeedTables): string {
  const links = rosters.map(
    ({ name, property }) => `<NavigationProperty Name="${property}" Type="Collection(Canvass.${name})"/>`,
  )
  const bindings = rosters.map(
    ({ name, property }) => `<NavigationPropertyBinding Path="${property}" Target="${name}"/>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx"><edmx:DataServices>
<Schema Namespace="Canvass" xmlns="http://docs.oasis-open.org/odata/ns/edm">
<EntityType Name="Response"><Key><PropertyRef Name="_id"/></Key>
${[...columns.map((column) => propertyOf(column, '_id')), ...links].join('\n')}
</EntityType>
${rosters.map(rosterType).join('\n')}
<EntityContainer Name="Survey"><EntitySet Name="${setName}" EntityType="Canvass.Response">
${[...bindings, ...restrictions(columns)].join('\n')}
</EntitySet>
${rosters.map(({ name }) => `<EntitySet Name="${name}" EntityType="Canvass.${name}">${nextLinksAlone}</EntitySet>`).join('\n')}
</EntityContainer>
</Schema></edmx:DataServices></edmx:Edmx>
`
}

function propertyOf({ name, column }: FeedColumn, key?: string): string {
  const nullable = name === key ? ' Nullable="false"' : ''
  const label = `<Annotation Term="Org.OData.Core.V1.Description" String="${escaped(column.label)}"/>`
  return `<Property Name="${name}" Type="${typeOf(column)}"${nullable}>${label}</Property>`
}

function rosterType({ name, columns, depth }: RosterTable): string {
  return `<EntityType Name="${name}"><Key><PropertyRef Name="__id"/></Key>
<Property Name="__id" Type="Edm.String" Nullable="false"/>
<Property Name="${parentKey}" Type="Edm.Int64" Nullable="false"/>
${depth > 1 ? `<Property Name="${outerKey}" Type="Edm.String" Nullable="false"/>\n` : ''}${columns.map((column) => propertyOf(column)).join('\n')}
</EntityType>`
}

function record(term: string, content: string): string {
  return `<Annotation Term="Org.OData.Capabilities.V1.${term}"><Record>${content}</Record></Annotation>`
}

function flag(term: string, property: string, value: boolean): string {
  return record(term, `<PropertyValue Property="${property}" Bool="${value}"/>`)
}

function paths(name: string, columns: readonly FeedColumn[]): string {
  const content = columns.map((column) => `<PropertyPath>${column.name}</PropertyPath>`).join('')
  return `<PropertyValue Property="${name}"><Collection>${content}</Collection></PropertyValue>`
}

const nextLinksAlone = [
  flag('FilterRestrictions', 'Filterable', false),
  flag('SortRestrictions', 'Sortable', false),
  flag('CountRestrictions', 'Countable', false),
  flag('ExpandRestrictions', 'Expandable', false),
  '<Annotation Term="Org.OData.Capabilities.V1.SkipSupported" Bool="false"/>',
].join('')

/** What a reader need not try: what a filter does not compare, an order does not either. */
function restrictions(columns: readonly FeedColumn[]): string[] {
  const closed = columns.filter(({ field }) => field === undefined)
  return [
    record('FilterRestrictions', paths('NonFilterableProperties', closed)),
    record('SortRestrictions', paths('NonSortableProperties', closed)),
    flag('ExpandRestrictions', 'Expandable', true),
    `<Annotation Term="Org.OData.Capabilities.V1.FilterFunctions"><Collection>${textTests.map((name) => `<String>${name}</String>`).join('')}</Collection></Annotation>`,
  ]
}

/** Control characters are in no text that XML 1.0 can hold. */
function escaped(text: string): string {
  return text
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
}
