/** The options of questions: secondary instances, and the items that a question offers of them. */
import { columnsOfList, listsOf } from '#domain/surveys/list-table.ts'
import { type Question, questionsOf } from '#domain/surveys/survey.ts'
import { optionFilterOf } from './question-cells.ts'
import { hasYesNo, optionsShown, type XFormPlaces } from './xform-places.ts'
import { element, xmlText } from './xml.ts'

export function instancesOf(places: XFormPlaces): string[] {
  const { names } = places.context
  const lists = questionsOf(places.content).filter((question) => optionsShown(question).length > 0)
  const found = lists.map((question) => {
    const parent = names.parent(question)
    const items = question.answers.map(({ code, parentCode, columns }, place) => {
      const ofColumns = Object.entries(columns ?? {}).map(([column, value]) => element(column, {}, [xmlText(value)]))
      const ofParent = parent && xmlText(parentCode ? names.option(parent, parentCode) : '')
      const more = ofParent === undefined ? ofColumns : [element('parent', {}, [ofParent]), ...ofColumns]
      return item(`${question.code}-${place}`, names.option(question, code), more)
    })
    return element('instance', { id: names.list(question) }, [element('root', {}, items)])
  })
  const files = listsOf(places.content).map((name) =>
    element('instance', {
      id: names.file(name),
      src: `jr://${name.toLowerCase().endsWith('.csv') ? 'file-csv' : 'file'}/${name}`,
    }),
  )
  if (!hasYesNo(places.content)) return [...found, ...files]
  const items = ['yes', 'no'].map((code) => item(`${names.yesNoList}-${code}`, code))
  return [...found, ...files, element('instance', { id: names.yesNoList }, [element('root', {}, items)])]
}

export function itemsetOf(question: Question, { context }: XFormPlaces): string {
  const { names } = context
  const filter = optionFilterOf(question, context, fromOption)
  const { list } = question
  const nodeset = `instance('${list ? names.file(list.file) : names.list(question)}')/root/item${filter === undefined ? '' : `[${filter}]`}`
  return element('itemset', { nodeset }, [
    element('value', { ref: list ? columnsOfList(list).value : 'name' }),
    element('label', { ref: list ? columnsOfList(list).label : 'jr:itext(itextId)' }),
  ])
}

/** Inside the predicate, `..` would be the parent of the option. */
function fromOption(path: string): string {
  return path.startsWith('..') ? `current()/${path}` : path
}

function item(textId: string, name: string, more: readonly string[] = []): string {
  return element('item', {}, [element('itextId', {}, [xmlText(textId)]), element('name', {}, [xmlText(name)]), ...more])
}
