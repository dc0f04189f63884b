/** Both screens of reference data, as the kinds of its fields have it. */
import type { ReactNode } from 'react'
import { type Kind, titleName } from '#contract/reference.ts'
import type { Resource } from '#contract/resource.ts'
import type { Reference } from '#contract/reference-data.ts'
import { choice, type Column, column, dateTime, link, optional, text, title, yesNo } from '../list/columns.tsx'
import type { Localized } from '#domain/surveys/survey.ts'
import { type ResourceForm, resourceForm } from '../form/resource-form.tsx'
import { screenOf } from '../api/record-path.ts'
import { languageText } from '../i18n/language-text.ts'
import { useLocale } from '../i18n/locale.ts'
import { useText } from '../i18n/text.ts'
import { ListPage } from '../list/ListPage.tsx'
import { useResourceList } from '../list/use-resource-list.ts'
import { RecordScreen } from './RecordScreen.tsx'
import type { RecordScreens, TitledRow } from './RecordView.tsx'

type ReferenceRow = Record<'title' | 'createdAt' | 'updatedAt', string> & Record<'id' | 'version', number>

/** `related`: the lists that belong to a record. */
export function referenceScreens(resource: Reference, related: ((row: never) => ReactNode) | undefined) {
  const { path, subject, kinds } = resource
  const fields = Object.entries<Kind>(kinds)
  const Form = resourceForm<Resource>(resource)
  const starting = fields.flatMap(([name, { shown }]) => (shown.as === 'yesNo' ? [[name, shown.starts]] : []))
  const defaults = Object.fromEntries(starting)
  const isWritten = fields.some(([, { shown }]) => shown.as === 'richText')
  return resourceScreens<ReferenceRow>({
    resource,
    subject,
    path: screenOf(path),
    title: `${path}.title`,
    columns: [
      ...fields.map(([name, kind]) => columnOf(path, name, kind) as Column<ReferenceRow>),
      optional(dateTime('createdAt')),
      dateTime('updatedAt'),
    ],
    form: (form) => (
      <Form.Modal {...form} defaults={defaults} size={isWritten ? 'large' : 'medium'}>
        {fields.map(([name, kind]) => fieldOf(Form, path, name, kind))}
      </Form.Modal>
    ),
    ...(related && { related: related as (row: ReferenceRow) => ReactNode }),
  })
}

function columnOf(path: string, name: string, { shown }: Kind): Column<never> {
  switch (shown.as) {
    case 'line':
      return name === 'title' ? title(name) : text(name)
    case 'lines':
      return text(name)
    case 'choice':
      return choice(name, `${path}.${name}`)
    case 'yesNo':
      return yesNo(name)
    case 'richText':
      return column(name, (row: Record<string, Localized>) => <Languages text={row[name] ?? {}} />)
    case 'record':
      return link(titleName(name), name, screenOf(shown.of.path))
  }
}

function Languages({ text }: { text: Localized }) {
  const t = useText()
  const locale = useLocale()
  return Object.keys(text)
    .map((language) => languageText(language, locale, t))
    .join(', ')
}

function fieldOf(Form: ResourceForm<Resource>, path: string, name: string, { shown }: Kind): ReactNode {
  switch (shown.as) {
    case 'line':
      return <Form.Text key={name} name={name} />
    case 'lines':
      return <Form.Text key={name} name={name} multiline />
    case 'choice':
      return <Form.Choice key={name} name={name} values={shown.values} words={`${path}.${name}`} />
    case 'yesNo':
      return <Form.Switch key={name} name={name} />
    case 'richText':
      return <Form.RichText key={name} name={name} />
    case 'record':
      return <Form.Lookup key={name} name={name} list={shown.of.list} get={shown.of.get} />
  }
}

/** `export const [CategoriesPage, CategoryPage] = resourceScreens({ resource: categories, ... })` */
function resourceScreens<Row extends TitledRow>(screens: RecordScreens<Row>) {
  function ListScreen() {
    return <ListPage {...useResourceList(screens)} />
  }
  function OneScreen() {
    return <RecordScreen {...screens} />
  }
  return [ListScreen, OneScreen] as const
}
