/** What an XForm says of the entity that a response makes or changes (ODK XForms, Entities). */
import { entityUse } from '#domain/surveys/entities.ts'
import { listsOf } from '#domain/surveys/list-table.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import type { XFormPlaces } from './xform-places.ts'
import { computedBind, element } from './xml.ts'

export const entitySpace = 'http://www.opendatakit.org/xforms/entities'

/** By their columns in the list, which apps add. */
const versions = { baseVersion: '__version', trunkVersion: '__trunkVersion', branchId: '__branchId' }

export function entityNode(content: SurveyContent): string[] {
  const use = entityUse(content)
  if (!use) return []
  const { list, label, create, update } = use
  const blank = Object.fromEntries(Object.keys(versions).map((name) => [name, '']))
  const modes = { ...(create && { create: '1' }), ...(update && { update: '1', ...blank }) }
  return [element('entity', { dataset: list, id: '', ...modes }, label ? [element('label')] : [])]
}

export function entityBinds({ content, context }: XFormPlaces): string[] {
  const use = entityUse(content)
  if (!use) return []
  const { list, id, label, create, update } = use
  const place = '/data/meta/entity'
  const reference = context.referenceTo(id.code)
  const said = { '/@id': id, '/@create': create, '/@update': update, '/label': label }
  // A form that does not choose from the list has no versions at hand.
  const isAtHand = update && listsOf(content).includes(`${list}.csv`)
  const row = `instance('${context.names.file(`${list}.csv`)}')/root/item[name = ${reference}]`
  const found = Object.entries(isAtHand ? versions : {}).map(([name, column]) => [`/@${name}`, `${row}/${column}`])
  const computed = Object.entries(said).flatMap(([name, each]) =>
    each ? [[name, context.referenceTo(each.code)]] : [],
  )
  return [...computed, ...found].map(([name, calculate = '']) => computedBind(`${place}${name}`, calculate))
}
