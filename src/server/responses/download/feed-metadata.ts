/** Describes the columns of the feed to its readers: an entity type in CSDL XML. */
import { feedFields } from '#domain/answers/odata.ts'
import type { FileColumn } from './download-columns.ts'

const moments = ['submittedAt', '_receivedAt', '_startedAt', '_finishedAt', '_consentAt']
const wholes = ['_id', '_version']

export function typeOf({ code, format, question }: FileColumn): string {
  if (question === undefined && moments.includes(code)) return 'Edm.DateTimeOffset'
  if (question === undefined && wholes.includes(code)) return 'Edm.Int64'
  return format === 'number' ? 'Edm.Double' : 'Edm.String'
}

export function metadata(columns: readonly { name: string; column: FileColumn }[]): string {
  const properties = columns.map(({ name, column }) => {
    const nullable = wholes.includes(column.code) ? ' Nullable="false"' : ''
    const label = `<Annotation Term="Org.OData.Core.V1.Description" String="${escaped(column.label)}"/>`
    return `<Property Name="${name}" Type="${typeOf(column)}"${nullable}>${label}</Property>`
  })
  return `<?xml version="1.0" encoding="utf-8"?>
<edmx:Edmx Version="4.0" xmlns:edmx="http://docs.oasis-open.org/odata/ns/edmx"><edmx:DataServices>
<Schema Namespace="Canvass" xmlns="http://docs.oasis-open.org/odata/ns/edm">
<EntityType Name="Response"><Key><PropertyRef Name="_id"/></Key>
${properties.join('\n')}
</EntityType>
<EntityContainer Name="Survey"><EntitySet Name="Responses" EntityType="Canvass.Response">
${restrictions(columns)}
</EntitySet></EntityContainer>
</Schema></edmx:DataServices></edmx:Edmx>
`
}

function record(term: string, content: string): string {
  return `<Annotation Term="Org.OData.Capabilities.V1.${term}"><Record>${content}</Record></Annotation>`
}

function paths(name: string, content: string): string {
  return `<PropertyValue Property="${name}"><Collection>${content}</Collection></PropertyValue>`
}

/** What a reader need not try: it filters, sorts and expands the rest by itself. */
function restrictions(columns: readonly { name: string; column: FileColumn }[]): string {
  const pathsOf = (isOpen: (code: string) => boolean) =>
    columns
      .flatMap(({ name, column }) => (isOpen(column.code) ? [] : [`<PropertyPath>${name}</PropertyPath>`]))
      .join('')
  return [
    record(
      'FilterRestrictions',
      paths(
        'NonFilterableProperties',
        pathsOf((code) => Object.hasOwn(feedFields, code)),
      ),
    ),
    record(
      'SortRestrictions',
      paths(
        'NonSortableProperties',
        pathsOf((code) => code === '_id'),
      ),
    ),
    record('ExpandRestrictions', '<PropertyValue Property="Expandable" Bool="false"/>'),
    '<Annotation Term="Org.OData.Capabilities.V1.FilterFunctions"><Collection/></Annotation>',
  ].join('\n')
}

/** Control characters are in no text that XML 1.0 can hold. */
function escaped(text: string): string {
  return text
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
}
