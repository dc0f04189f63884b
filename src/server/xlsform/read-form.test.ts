import { expect, test } from 'vitest'
import { fill } from '#domain/answers/filling.ts'
import { isSilent, keepsFirst, questionsOf } from '#domain/surveys/survey.ts'
import { mostFilterable } from './filterable.ts'
import { readForm } from './read-form.ts'
import { Report } from './report.ts'
import { xformOf } from './xform.ts'

type Row = (string | number | null)[]

function read(survey: Row[], choices: Row[] = [], settings: Row[] = []) {
  const report = new Report()
  const sheets = new Map(Object.entries({ survey, choices, settings }))
  return { ...readForm(sheets, { report, fallbackTitle: 'Form' }), remarks: report.remarks }
}

const head = [
  'type',
  'name',
  'label::English (en)',
  'label::Português (pt)',
  'required',
  'relevant',
  'constraint',
  'calculation',
]

test('a form becomes sections with questions, options, texts by language and rules', () => {
  const { content, title, remarks } = read(
    [
      head,
      ['begin_group', 'home', 'Home', 'Casa'],
      ['integer', 'members', 'Members', 'Membros', 'yes', null, '. >= 1 and . <= 30'],
      ['select_multiple crops', 'crops', 'Crops', null, null, '${members} > 2'],
      ['select_one yn', 'sells', 'Sells?', null, null, "selected(${crops}, 'maize')"],
      ['end_group'],
      ['calculate', 'double', null, null, null, null, null, '${members} * 2'],
      [
        'text',
        'why',
        'Why?',
        null,
        null,
        "${sells} = 'no' and ${double} != ''",
        "regex(., '^[a-z]+$') and . != ${sells}",
      ],
    ],
    [
      ['list_name', 'name', 'label::English (en)'],
      ['crops', 'maize', 'Maize'],
      ['crops', 'rice', 'Rice'],
      ['yn', 'yes', 'Yes'],
      ['yn', 'no', 'No'],
    ],
    [['form_title'], ['Farm']],
  )
  expect(remarks.filter(({ verdict }) => verdict !== 'TAKEN')).toMatchObject([{ cell: 'A7', code: 'SECTION_ADDED' }])
  expect(title).toBe('Farm')
  expect(content.sections.map((section) => section.title)).toEqual([{ en: 'Home', pt: 'Casa' }, { en: 'Farm' }])
  expect(questionsOf(content)).toMatchObject([
    { code: 'members', type: 'INTEGER', required: true, validation: { min: 1, max: 30 }, constraint: null },
    { code: 'crops', type: 'MULTIPLE', relevant: 'members > 2', answers: [{ code: 'maize' }, { code: 'rice' }] },
    { code: 'sells', type: 'YES_NO', relevant: "selected(crops, 'maize')", answers: [] },
    { code: 'double', type: 'DECIMAL', calculation: 'members * 2' },
    {
      code: 'why',
      relevant: "sells = 'no' and answered(double)",
      validation: { regex: '^[a-z]+$' },
      constraint: 'not(. = sells)',
    },
  ])
})

test('the types of forms have their counterparts here, and those without are named', () => {
  const types = {
    text: 'TEXT',
    decimal: 'DECIMAL',
    date: 'DATE',
    time: 'TIME',
    dateTime: 'DATETIME',
    'select one c': 'SINGLE',
    'select_multiple c': 'MULTIPLE',
    'select_one_from_file c.csv': 'SINGLE',
    'rank c': 'RANK',
    range: 'RATING',
    geopoint: 'GEOPOINT',
    geotrace: 'GEOTRACE',
    image: 'IMAGE',
    audio: 'AUDIO',
    video: 'VIDEO',
    geoshape: 'GEOSHAPE',
    file: 'FILE',
    barcode: 'BARCODE',
    acknowledge: 'YES_NO',
    note: 'NOTE',
  }
  const recorded = ['start', 'deviceid']
  const left = ['hidden', 'The survey has no file c.csv. Add it to the files of the survey.']
  const rows = [...Object.keys(types), ...recorded, 'hidden'].map((type, index): Row => [type, `n${index}`, 'Text'])
  const { content, remarks } = read(
    [['type', 'name', 'label'], ...rows],
    [
      ['list_name', 'name', 'label'],
      ['c', 'a', 'A'],
      ['c', 'b', 'B'],
    ],
  )
  expect(questionsOf(content).map(({ type }) => type)).toEqual(Object.values(types))
  const lost = remarks.filter(({ verdict }) => verdict === 'LEFT_OUT')
  expect(lost.map(({ value, code }) => value ?? code)).toEqual(left)
  const byItself = remarks.filter(({ code }) => code === 'RECORDED_ITSELF')
  expect(byItself.map(({ value }) => value)).toEqual(recorded)
  const changed = remarks.filter(({ code }) => code === 'TYPE_CHANGED').map(({ value }) => value)
  expect(changed).toEqual(['acknowledge'])
})

test('a part of a row that is not understood is named by cell, and the rest is taken', () => {
  const { content, remarks } = read([
    [...head, 'body::intent', 'default', 'label::Klingon'],
    [
      'integer',
      'age',
      'Age ${name}',
      null,
      "${x} = 'y'",
      'position(..) > 1',
      '. > 0 and . < pulldata(1)',
      null,
      'a.b',
      '5',
      'x',
    ],
    ['text', 'my-name', 'Name', null, null, "${age} = 'old'", null, '${nothing}', null, null, 'y'],
  ])
  expect(
    remarks.filter(({ verdict }) => verdict === 'LEFT_OUT').map(({ cell, code, value }) => [cell, code, value]),
  ).toEqual([
    ['G2', 'EXPRESSION_LEFT', 'pulldata()'],
    ['E2', 'EXPRESSION_LEFT', "${x} = 'y'"],
    ['H3', 'CALCULATION_LEFT', '${nothing}'],
    ['I2', 'CELL_LEFT', 'a.b'],
    ['F2', 'EXPRESSION_UNFIT', 'The question at character 1 does not have several repetitions here.'],
    ['B3', 'NEVER_ASKED', undefined],
  ])
  expect(questionsOf(content)).toMatchObject([
    { code: 'age', validation: { min: 1 }, relevant: null, initial: '5' },
    // What cannot be computed is hidden and empty.
    { code: 'my_name', text: { en: 'my_name' }, relevant: 'false', calculation: "''" },
  ])
})

test('texts show answers by the codes that their questions got', () => {
  const { content, remarks } = read([
    head,
    ['text', 'my-name', 'Name'],
    ['integer', 'age', 'Age of ${my-name}', 'Idade de ${my-name}, ${nobody}'],
  ])
  expect(questionsOf(content)[1]?.text).toEqual({ en: 'Age of ${my_name}', pt: 'Idade de ${my_name}, ${nobody}' })
  const asWritten = remarks.filter(({ code }) => code === 'TEXT_REFERENCE')
  expect(asWritten).toMatchObject([{ cell: 'D3' }])
})

test('a calculation that is not understood stays empty and hidden', () => {
  const { content, remarks } = read([
    head,
    ['calculate', 'twice', null, null, null, null, null, '${price} * 2'],
    ['calculate', 'price', 'Price', null, null, null, null, "pulldata('prices', 'price')"],
    ['integer', 'paid', 'Paid', null, 'yes', null, '. > 0', "pulldata('prices', 'paid')"],
    ['integer', 'age', 'Age', null, null, '${price} > 1'],
  ])
  expect(questionsOf(content)).toMatchObject([
    { code: 'twice', calculation: 'price * 2' },
    { code: 'price', type: 'TEXT', calculation: "''" },
    { code: 'paid', type: 'TEXT', required: false, validation: {}, calculation: "''" },
    { code: 'age', relevant: 'price > 1' },
  ])
  expect(questionsOf(content).map(isSilent)).toEqual([true, true, true, false])
  const left = remarks.filter(({ verdict }) => verdict === 'LEFT_OUT')
  expect(left.map(({ code, cell, name }) => [code, cell, name])).toEqual([
    ['CALCULATION_LEFT', 'H3', 'price'],
    ['CALCULATION_LEFT', 'H4', 'paid'],
    ['NEVER_ASKED', 'B5', 'age'],
  ])
})

test('what is drawn by chance is drawn once, and a bare name is a blank', () => {
  const { content, remarks } = read([
    head,
    ['calculate', 'drawn', null, null, null, null, null, 'random() * 2'],
    ['calculate', 'case', null, null, null, null, null, 'once(uuid())'],
    ['calculate', 'country', null, null, null, null, null, 'Country'],
    ['calculate', 'fee', null, null, null, null, null, 'yes'],
    ['text', 'half', 'Half', null, null, 'random() < 0.5'],
  ])
  const left = remarks.filter(({ code }) => ['NAME_BLANK', 'EXPRESSION_UNFIT'].includes(code))
  expect(left.map(({ cell, code, value }) => [cell, code, value])).toEqual([
    ['H4', 'NAME_BLANK', 'Country'],
    ['F6', 'EXPRESSION_UNFIT', expect.any(String)],
  ])
  const questions = questionsOf(content)
  expect(questions.map(({ calculation }) => calculation)).toEqual(['random() * 2', 'once(uuid())', "''", 'true', null])
  expect(questions.map(keepsFirst)).toEqual([true, true, false, false, false])
  const { answers } = fill(content, {}, { today: '2026-03-01' })
  expect(fill(content, answers, { today: '2026-03-01' }).answers).toEqual(answers)
  expect(Object.values(answers)).toEqual([expect.any(Number), expect.stringMatching(/^[\da-f-]{36}$/), 'true'])
  const form = xformOf({ title: 'Drawn', id: 'drawn', version: 1, content })
  expect(form).toContain('calculate="once(if(string((random() * 2)) ')
  expect(form).toContain('calculate="once(uuid())"')
})

test('rows of a file are looked up by any path inside of them', () => {
  const { content } = read([
    head,
    ['integer', 'id', 'Id'],
    [
      'calculate',
      'name',
      null,
      null,
      null,
      null,
      null,
      "instance('round')/root/data[hh/id = current()/../id]/hh/head/name",
    ],
  ])
  expect(questionsOf(content)[1]?.calculation).toBe("lookup('round.csv', 'name', 'id', id)")
})

test('paths, repetitions and what a device sent last are read as forms mean them', () => {
  const { content, remarks } = read(
    [
      ['type', 'name', 'label', 'relevant', 'calculation', 'default'],
      ['text', 'name', 'Name', null, null, '${last-saved#name}'],
      ['begin repeat', 'plot', 'Plot'],
      ['text', 'name', 'Name of the plot', 'position(..) < 3'],
      ['end repeat'],
      ['begin group', 'sums', 'Sums'],
      ['text', 'name', 'Name', "../../name != ''", 'indexed-repeat(/data/plot/name, ${plot}, count(${plot}))'],
      ['calculate', 'all', null, null, "join('; ', ../../plot/name)"],
      ['calculate', 'sum', null, null, Array(60).fill('string-length(${all})').join(' + ')],
      ['end group'],
    ],
    [],
    [['instance_name'], ["concat('Plots of ', /data/name)"]],
  )
  expect(remarks.filter(({ verdict }) => verdict === 'LEFT_OUT')).toEqual([])
  expect(remarks.find(({ code }) => code === 'LAST_SAVED')).toMatchObject({ cell: 'F2' })
  expect(questionsOf(content)).toMatchObject([
    { code: 'name', initial: 'lastSaved(name)' },
    { code: 'name_2', relevant: 'position() < 3' },
    { code: 'name_3', relevant: 'answered(name)', calculation: 'indexedRepeat(name_2, repetitions(name_2))' },
    { code: 'all', calculation: "join('; ', name_2)" },
    {},
    { code: 'instance_name', calculation: "concat('Plots of ', name)", filterable: true },
  ])
  const form = xformOf({ title: 'Plots', id: 'plots', version: 1, content })
  expect(form).toContain('<instance id="__last-saved" src="jr://instance/last-saved"/>')
  expect(form).toMatch(/instanceName" type="string" readonly="true\(\)" calculate="[^"]*instance_name"/)
  expect(form).toContain(`value="instance('__last-saved')/data/name"`)
})

test('a row that another program changed is taken as it is, without the column canvass', () => {
  const own = '{"relevant":"age > 5","personal":true}'
  const { content, remarks } = read([
    [...head, 'canvass'],
    ['integer', 'age', 'Age'],
    ['text', 'who', 'Who', null, null, '${age} > 9', null, null, own],
  ])
  expect(remarks.filter(({ verdict }) => verdict === 'LEFT_OUT')).toMatchObject([{ row: 3, code: 'OWN_FIELDS_OLD' }])
  expect(questionsOf(content)[1]).toMatchObject({ relevant: 'age > 9', personal: true })
})

test('formulas without a value are refused, and merged cells leave rows without a type', () => {
  const report = new Report()
  const survey = [
    ['type', 'name', 'label'],
    ['text', { kind: 'formula' as const }, 'A'],
    [null, 'b', 'B'],
  ]
  readForm(new Map([['survey', survey]]), { report, fallbackTitle: 'Form' })
  const wrong = report.remarks
    .filter(({ verdict }) => verdict === 'WRONG')
    .map(({ cell, row, code }) => [cell, row, code])
  expect(wrong).toEqual([
    ['B2', 2, 'CELL_FORMULA'],
    ['B2', 2, 'NAME_MISSING'],
    ['A3', 3, 'TYPE_MISSING'],
    ['', 0, 'NOTHING_TO_MAKE'],
  ])
})

test('repeating groups become repeating sections; the rest is named by row', () => {
  const { content, remarks } = read([
    ['type', 'name', 'label', 'repeat_count', 'relevant', 'calculation', 'parameters'],
    ['integer', 'members', 'How many?'],
    ['calculate', 'twice', null, null, null, '${members} * 2'],
    ['begin_group', 'home', 'Home', null, '${members} > 0'],
    ['begin_repeat', 'person', 'Person', '${members}'],
    ['integer', 'age', 'Age'],
    ['begin_group', 'work', null, null, '${age} > 15'],
    ['text', 'job', 'Job'],
    ['end_group'],
    ['begin_repeat', 'pet', 'Pet'],
    ['text', 'kind', 'Kind'],
    ['end_repeat'],
    ['end_repeat'],
    ['text', 'roof', 'Roof'],
    ['end_group'],
    ['begin_repeat', 'goat', 'Goat', 'min(${twice}, 12)'],
    ['text', 'colour', 'Colour', null, '${age} > 3'],
    ['end_repeat'],
    ['begin_repeat', 'hen', 'Hen', '3'],
    ['text', 'egg', 'Egg'],
    ['end_repeat'],
    ['begin_repeat', 'cow', 'Cow', 'once(${members})'],
    ['decimal', 'milk', 'Milk'],
    ['end_repeat'],
    ['begin_repeat', 'pig', 'Pig', '${milk}'],
    ['text', 'sty', 'Sty'],
    ['end_repeat'],
    ['range', 'walls', 'Walls', null, null, null, 'start=0 end=8 step=2'],
    ['begin_repeat', 'wall', 'Wall', '${walls}'],
    ['text', 'brick', 'Brick'],
    ['end_repeat'],
    ['begin_repeat', 'door', 'Door', 'if(${roof} = "", 1, ${walls} div 3)'],
    ['text', 'lock', 'Lock'],
    ['end_repeat'],
    ['calculate', 'total', null, null, null, 'sum(${milk}) + count(${age})'],
  ])
  const repeats = content.sections.filter(({ repeat }) => repeat).map(({ title, repeat }) => [title['en'], repeat])
  expect(repeats).toEqual([
    ['Person', { max: 200, countCode: 'members' }],
    ['Pet', { max: 200, depth: 2 }],
    ['Goat', { max: 12, countCode: 'goat_count' }],
    ['Hen', { max: 200, countCode: 'hen_count' }],
    ['Cow', { max: 200, countCode: 'cow_count' }],
    ['Pig', { max: 200 }],
    ['Wall', { max: 8, countCode: 'walls' }],
    ['Door', { max: 200, countCode: 'door_count' }],
  ])
  const byCode = new Map(questionsOf(content).map((question) => [question.code, question]))
  const counts = ['goat_count', 'hen_count', 'door_count'].map((code) => byCode.get(code))
  expect(counts.map((count) => [count?.type, count?.calculation, count && isSilent(count)])).toEqual([
    ['INTEGER', 'int(twice)', true],
    ['INTEGER', '3', true],
    ['INTEGER', 'int(if(not(answered(roof)), 1, walls / 3))', true],
  ])
  expect(byCode.get('job')?.relevant).toBe('age > 15')
  expect(byCode.get('total')?.calculation).toBe('sum(milk) + count(age)')
  const told = remarks.filter(({ code }) => /REPEAT|LEFT|UNFIT|COUNT/.test(code)).map(({ row, code }) => [row, code])
  expect(told.toSorted(([one], [other]) => Number(one) - Number(other))).toEqual([
    [10, 'REPEAT_INSIDE'],
    [16, 'COUNT_ADDED'],
    [17, 'EXPRESSION_UNFIT'],
    [19, 'COUNT_ADDED'],
    [22, 'COUNT_ADDED'],
    [25, 'COUNT_ADDED'],
    [25, 'EXPRESSION_UNFIT'],
    [25, 'EXPRESSION_UNFIT'],
    [32, 'COUNT_ADDED'],
  ])
})

test('of a form of another program choice and yes-or-no questions filter responses', () => {
  const choices = [
    ['list_name', 'name', 'label'],
    ['c', 'a', 'A'],
    ['c', 'b', 'B'],
    ['yn', 'yes', 'Yes'],
    ['yn', 'no', 'No'],
  ]
  const rows = [
    ['select_one c', 'one', 'One'],
    ['select_multiple c', 'many', 'Many'],
    ['select_one yn', 'sure', 'Sure?'],
    ['text', 'who', 'Who'],
  ]
  const filtering = ({ content }: ReturnType<typeof read>) =>
    questionsOf(content).flatMap(({ code, filterable }) => (filterable ? [code] : []))
  const foreign = read([head, ...rows], choices)
  expect(filtering(foreign)).toEqual(['one', 'many', 'sure'])
  expect(foreign.remarks).toContainEqual(expect.objectContaining({ code: 'FILTERABLE_SET', value: '3' }))
  // Our own forms say it of each question.
  expect(filtering(read([[...head, 'canvass'], ...rows], choices))).toEqual([])
  const long = Array.from({ length: mostFilterable + 1 }, (_, index) => ['select_one c', `q${index}`, 'Q'])
  expect(filtering(read([head, ...long], choices))).toHaveLength(mostFilterable)
})

test('how a form looks comes along; the questions of a table become its rows', () => {
  const look = ['type', 'name', 'label::en', 'appearance']
  const { content, remarks } = read(
    [
      look,
      ['begin group', 'home', 'Home', 'table-list'],
      ['select_one yn', 'water', 'Water', null],
      ['select_one yn', 'power', 'Power', 'w1'],
      ['end group'],
      ['begin group', 'more', 'More', 'field-list w2'],
      ['text', 'why', 'Why', 'multiline'],
      ['text', 'id', 'Number', 'numbers ex:org.app(of=${why})'],
      ['image', 'plan', 'Plan', 'draw'],
      ['end group'],
    ],
    [
      ['list_name', 'name', 'label::en'],
      ['yn', 'a', 'A'],
      ['yn', 'b', 'B'],
    ],
  )
  expect(content.sections.map(({ appearance }) => appearance)).toEqual(['field-list', 'field-list w2'])
  expect(questionsOf(content).map(({ type, appearance }) => [type, appearance])).toEqual([
    ['SINGLE', 'list'],
    ['SINGLE', 'list-nolabel w1'],
    ['LONG_TEXT', undefined],
    ['TEXT', 'numbers ex:org.app(of=${why})'],
    ['IMAGE', 'draw'],
  ])
  expect(remarks.filter(({ code }) => code === 'LOOK_KEPT').map(({ cell, value }) => [cell, value])).toEqual([
    ['D4', 'w1'],
    ['D8', 'ex:org.app(of=${why})'],
    ['D6', 'w2'],
  ])
})

test('a range keeps its ends and its step, broken numbers included', () => {
  const { content } = read([
    ['type', 'name', 'label', 'parameters'],
    ['range', 'half', 'Half', 'start=1.5 end=5.5 step=0.5'],
    ['range', 'below', 'Below', 'start=-10 end=0'],
    ['range', 'stars', 'Stars', 'start=1 end=7 step=1'],
  ])
  expect(questionsOf(content).map(({ type, validation }) => [type, validation])).toEqual([
    ['RANGE', { min: 1.5, max: 5.5, step: 0.5 }],
    ['RANGE', { min: -10, max: 0 }],
    ['RATING', { max: 7 }],
  ])
})

test.each([
  ['start=2 . end=9', '.'],
  ['start==1', 'start==1'],
  ['end1', 'end1'],
  ['start=0 end=10 step=11', 'step=11'],
  ['end=5 step=one', 'step=one'],
  ['start=-3, end=3, tick_interval=1', 'tick_interval=1'],
  ['start=1 end=5', undefined],
])('a range with the parameters %s leaves out %s', (parameters, left) => {
  const { remarks } = read([
    ['type', 'name', 'label', 'parameters'],
    ['range', 'r', 'R', parameters],
  ])
  expect(remarks.find(({ code }) => code === 'CELL_LEFT')?.value).toBe(left)
})

test('HTML of labels becomes the Markdown of labels', () => {
  const { content } = read([
    ['type', 'name', 'label', 'hint'],
    ['text', 'q', 'Read <b style="color:red">all</b><br>${q2}', '<i>Slowly</i>'],
    ['text', 'q2', 'x < y', null],
  ])
  expect(questionsOf(content).map(({ text, help }) => [text, help])).toEqual([
    [{ en: 'Read **all**\n${q2}' }, { en: '*Slowly*' }],
    [{ en: 'x < y' }, null],
  ])
})
