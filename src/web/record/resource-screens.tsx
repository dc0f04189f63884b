/** Both screens of a resource that is like every other: the list, and one record. */
import type { ReactNode } from 'react'
import type { Resource } from '#contract/resource.ts'
import { RecordScreen } from './RecordScreen.tsx'
import { type ResourceForm, resourceForm } from '../form/resource-form.tsx'
import { ResourceList, type ResourceScreens } from '../list/ResourceList.tsx'

interface ScreensSpec<R extends Resource> extends Omit<ResourceScreens<R>, 'resource' | 'form' | 'fields'> {
  /** The fields of its form. */
  fields: (Form: ResourceForm<R>) => ReactNode
}

/** `export const [CategoriesPage, CategoryPage] = resourceScreens(categories, { ... })` */
export function resourceScreens<R extends Resource>(resource: R, spec: ScreensSpec<R>) {
  const form = resourceForm(resource)
  const screens: ResourceScreens<R> = { ...spec, resource, form, fields: spec.fields(form) }
  function ListScreen() {
    return <ResourceList {...screens} />
  }
  function OneScreen() {
    return <RecordScreen {...screens} />
  }
  return [ListScreen, OneScreen] as const
}
