/** Both screens of reference data, as the kinds of its fields have it. */
import type { ReactNode } from 'react'
import { type Kind, titleName } from '#contract/reference.ts'
import type { Reference } from '#contract/reference-data.ts'
import { choice, type Column, dateTime, link, optional, text, title, yesNo } from '../list/columns.tsx'
import type { FieldControls } from '../form/resource-form.tsx'
import { resourceScreens } from './resource-screens.tsx'
import { screenOf } from './screen-of.ts'

/** `related`: what hangs on a record. */
export function referenceScreens(resource: Reference, related: ((row: never) => ReactNode) | undefined) {
  const { path, subject, kinds } = resource
  const fields = Object.entries<Kind>(kinds)
  return resourceScreens(resource, {
    subject,
    path: screenOf(path),
    title: `${path}.title`,
    columns: [
      ...fields.map(([name, kind]) => columnOf(path, name, kind) as Column<object>),
      optional(dateTime('createdAt')),
      dateTime('updatedAt'),
    ],
    fields: (Form) => fields.map(([name, kind]) => fieldOf(Form as FieldControls, path, name, kind)),
    defaults: Object.fromEntries(
      fields.flatMap(([name, { shown }]) => (shown.as === 'yesNo' ? [[name, shown.starts]] : [])),
    ),
    ...(related && { related: related as (row: object) => ReactNode }),
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
    case 'record':
      return link(titleName(name), name, screenOf(shown.of.path))
  }
}

function fieldOf(Form: FieldControls, path: string, name: string, { shown }: Kind): ReactNode {
  switch (shown.as) {
    case 'line':
      return <Form.Text key={name} name={name} />
    case 'lines':
      return <Form.Text key={name} name={name} multiline />
    case 'choice':
      return <Form.Choice key={name} name={name} values={shown.values} words={`${path}.${name}`} />
    case 'yesNo':
      return <Form.Switch key={name} name={name} />
    case 'record':
      return <Form.Lookup key={name} name={name} list={shown.of.list} get={shown.of.get} />
  }
}
