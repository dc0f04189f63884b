/** Questionnaires as documents write them, and what is read of each. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addedContent } from './proposed-content.ts'
import { readQuestionnaire } from './read-questionnaire.ts'
import { textLines } from './text-lines.ts'
import { draftProblems } from '../publishing/survey-rules.ts'

/** `1 SINGLE What …: Tap | Well`, a line for each question. */
function shown(text: string): string[] {
  return readQuestionnaire(text).sections.flatMap(({ title, questions }) => [
    ...(title === '' ? [] : [`# ${title}`]),
    ...questions.map(({ label, type, text: words, options }) =>
      [label, type, words, ...(options.length === 0 ? [] : [`= ${options.map((option) => option.text).join(' | ')}`])]
        .filter((part) => part !== '')
        .join(' '),
    ),
  ])
}

function rules(text: string): string[] {
  const all = readQuestionnaire(text).sections.flatMap(({ questions }) => questions)
  return all.flatMap(({ label, skips, condition }) => [
    ...skips.map(({ options, to }) => {
      const target = to === 'END' ? 'end' : 'question' in to ? all[to.question]?.label : `section ${to.section}`
      return `${label} [${String(options)}] -> ${target}`
    }),
    ...(condition ? [`${label} if ${all[condition.question]?.label} [${condition.option}]`] : []),
  ])
}

test('signs before options, sections and blanks are read as documents have them', () => {
  const text = `SECTION A: HOUSEHOLD
1. What is the name of the village? ____________
2. How many people live here? ____ people
3. What is your main source of water?
  ○ Tap
  ○ Well
  ○ Other (specify) ______
4. Which of these do you own? (select all that apply)
  ☐ Radio  ☐ Bicycle  ☐ None of these

Section B. Opinions
5. On a scale of 1 to 5, how satisfied are you?
6. When were you born? (dd/mm/yyyy)
Comments: ______________`
  expect(shown(text)).toEqual([
    '# SECTION A: HOUSEHOLD',
    '1 TEXT What is the name of the village?',
    '2 INTEGER How many people live here?',
    '3 SINGLE What is your main source of water? = Tap | Well | Other',
    '4 MULTIPLE Which of these do you own? = Radio | Bicycle | None of these',
    '# Section B. Opinions',
    '5 RATING On a scale of 1 to 5, how satisfied are you?',
    '6 DATE When were you born?',
    'LONG_TEXT Comments',
  ])
})

test('a copied table of questions, codes and skips is read by its cells', () => {
  const text = [
    'NO.\tQUESTIONS AND FILTERS\tCODING CATEGORIES\tSKIP',
    '101\tWhat is your sex?\tMALE\t1\t',
    '\t\tFEMALE\t2\t→ 103',
    '102\tHave you ever been pregnant?\tYES\t1',
    '\t\tNO\t2',
    '103\tHow old are you?\tAGE |__|__|',
  ].join('\n')
  expect(shown(text)).toEqual([
    '101 SINGLE What is your sex? = MALE | FEMALE',
    '102 YES_NO Have you ever been pregnant? = YES | NO',
    '103 INTEGER How old are you?',
  ])
  expect(rules(text)).toEqual(['101 [1] -> 103'])
})

test('a page of two columns keeps the words of a question apart from its options', () => {
  const text = `
 101   What is the main source of          PIPED INTO DWELLING . . . . 11   -> 103
       drinking water for members of       PUBLIC TAP . . . . . . . . . 12
       your household?                     RIVER . . . . . . . . . . . . 13
 102   Who collects the water?             ADULT WOMAN . . . . . . . . . 1
                                           ADULT MAN . . . . . . . . . . 2
 103   How long does it take?              MINUTES |__|__|__|`
  expect(shown(text)).toEqual([
    '101 SINGLE What is the main source of drinking water for members of your household? = PIPED INTO DWELLING | PUBLIC TAP | RIVER',
    '102 SINGLE Who collects the water? = ADULT WOMAN | ADULT MAN',
    '103 INTEGER How long does it take?',
  ])
  expect(rules(text)).toEqual(['101 [0] -> 103'])
})

test('a table without numbers is read by the codes at the end of its rows', () => {
  const text = [
    'Question\tResponse\tCode',
    'Do you smoke any tobacco, such as cigars or pipes?\tYes\t1\tT1',
    '\tNo\t2\tIf No, go to T3',
    'How old were you when you began?\tAge (years)\t└─┴─┘\tT2',
    'Did you ever smoke? (USE SHOWCARD)\tYes\t1\tT3',
    '\tNo\t2',
  ].join('\n')
  expect(shown(text)).toEqual([
    'T1 YES_NO Do you smoke any tobacco, such as cigars or pipes? = Yes | No',
    'T2 INTEGER How old were you when you began?',
    'T3 YES_NO Did you ever smoke? = Yes | No',
  ])
  expect(rules(text)).toEqual(['T1 [1] -> T3'])
})

test('options with letters on one line are those of its question, however far apart', () => {
  expect(
    shown('2.    Status: (a) Single          (b) Married     (c) Widowed\n3. State: ______ 4. District______'),
  ).toEqual(['2 SINGLE Status: = Single | Married | Widowed', '3 TEXT State', '4 TEXT District'])
})

test('lists of Markdown and boxes for codes leave no signs in the options', () => {
  expect(shown('### 1. How old are you?\n- [ ] Under 18\n- [ ] 65 or older')).toEqual([
    '1 SINGLE How old are you? = Under 18 | 65 or older',
  ])
  expect(shown('Mobility\nI walk well ❑\nI walk with pain ❑')).toEqual([
    'SINGLE Mobility = I walk well | I walk with pain',
  ])
  expect(shown('1.a\tDid you worry?\t0 = No (skip to Q3)\n1=Yes\t….|___|')).toEqual([
    '1.a SINGLE Did you worry? = No | Yes',
  ])
})

test('options whose codes or boxes are behind them are read below any words', () => {
  const text = `Urban or rural?

Urban 1
Rural 2

LANGUAGE OF INTERVIEW:
ENGLISH 1
HAUSA 2
OTHER (SPECIFY) ____ 96

4.1Why do you keep fish? (Tick all that apply)

To eat  [   ]

To sell [   ]
5. Do you live here?
①yes;②no`
  expect(shown(text)).toEqual([
    'SINGLE Urban or rural? = Urban | Rural',
    'SINGLE LANGUAGE OF INTERVIEW: = ENGLISH | HAUSA | OTHER',
    '4.1 MULTIPLE Why do you keep fish? = To eat | To sell',
    '5 YES_NO Do you live here? = yes | no',
  ])
})

test('a scale named once answers each of the statements beside it', () => {
  const text = `Use this scale for the following:
Agree - 3 Neutral - 2 Disagree - 1
1. The road is good.
2. The school is near.

How strongly do you agree with these statements?
- Water is clean
- Water is near
[Agree] [Disagree] [Not sure]

Quality of the service:
Staff listen to you  5  4  3  2  1
Staff have time      5  4  3  2  1`
  expect(shown(text).filter((row) => !row.includes('NOTE'))).toEqual([
    '1 SINGLE The road is good. = Agree | Neutral | Disagree',
    '2 SINGLE The school is near. = Agree | Neutral | Disagree',
    'SINGLE Water is clean = Agree | Disagree | Not sure',
    'SINGLE Water is near = Agree | Disagree | Not sure',
    'RATING Staff listen to you',
    'RATING Staff have time',
  ])
})

test('words between a question and its options are said beside it', () => {
  const text = `001a. Name of the guard: Ana

Is this your name?

[] Yes
[] No

001b. Village

How far did you go in school?

Choose the highest level that you have finished.

- Primary
- Secondary`
  expect(shown(text)).toEqual([
    '001a YES_NO Name of the guard: Ana = Yes | No',
    '001b TEXT Village',
    'SINGLE How far did you go in school? = Primary | Secondary',
  ])
})

test('options with letters or signs alone on their lines are put together', () => {
  expect(shown('1、你喜欢吗?(\n\n)\n\nA喜欢\n\nB\n\n不喜欢\n\n2、您家有___人?')).toEqual([
    '1 SINGLE 你喜欢吗? = 喜欢 | 不喜欢',
    '2 INTEGER 您家有…人?',
  ])
  expect(shown('### Q1. Which? ###\n- ( ) Tap\n- ( ) Well\n\nq  Sun\nq  Rain')[0]).toContain('= Tap | Well')
})

test('fields without numbers, with their lines beside or below, ask for themselves', () => {
  expect(shown('Your name:\nYour age: |__|__|\nClinic____ Sex____\n1. Country\n_________\n2. Code: _ _ _')).toEqual([
    'TEXT Your name:',
    'INTEGER Your age',
    'TEXT Clinic',
    'TEXT Sex',
    '1 TEXT Country',
    '2 INTEGER Code',
  ])
})

test('options of one line go on over the next, and strokes or dashes part them', () => {
  const text = `1. Class?
01. CP1 11. CP2
12. CE1 13. CE2
2. Wash hands:
- Always / Sometimes / Never
3. Will you buy? [Radio] Yes - No - Perhaps
4. Was it on time        Yes   No  
a. Which of them help you? □ Radio □ Shop`
  expect(shown(text)).toEqual([
    '1 SINGLE Class? = CP1 | CP2 | CE1 | CE2',
    '2 SINGLE Wash hands: = Always | Sometimes | Never',
    '3 SINGLE Will you buy? = Yes | No | Perhaps',
    '4 YES_NO Was it on time = Yes | No',
    'a SINGLE Which of them help you? = Radio | Shop',
  ])
})

test('a rule with a condition behind it stays beside its question', () => {
  const text = '1. How often?\n(0) Never\n(1) Daily\nSkip to Questions 2 and 3 if the total is 0\n2. Why?'
  expect(rules(text)).toEqual([])
})

test('numbers before options are told from numbers before questions', () => {
  const text = `1. What is your gender?
1. Male
2. Female
2. What is your job?
1. Farmer
2. Trader
3. Other
3. Any comments?`
  expect(shown(text)).toEqual([
    '1 SINGLE What is your gender? = Male | Female',
    '2 SINGLE What is your job? = Farmer | Trader | Other',
    '3 LONG_TEXT Any comments?',
  ])
})

test('options without signs follow their question line by line', () => {
  const text = `What is your age group?
Under 18
18-34
35 or more

How often do you use the library?
Never
Sometimes
Often

About your visits

Q3: How satisfied are you with it?
Very satisfied
Not satisfied`
  expect(shown(text)).toEqual([
    'SINGLE What is your age group? = Under 18 | 18-34 | 35 or more',
    'SINGLE How often do you use the library? = Never | Sometimes | Often',
    '# About your visits',
    '3 SINGLE How satisfied are you with it? = Very satisfied | Not satisfied',
  ])
})

test('a table of statements becomes a question for each of them', () => {
  const text = `How far do you agree?
Statement\tDisagree\tNeutral\tAgree
The water is clean\t☐\t☐\t☐
The water is near\t☐\t☐\t☐`
  expect(shown(text).slice(-2)).toEqual([
    'SINGLE The water is clean = Disagree | Neutral | Agree',
    'SINGLE The water is near = Disagree | Neutral | Agree',
  ])
})

test('a scale in brackets answers each of the statements below it', () => {
  expect(
    shown('1. Do you agree with these statements? (Agree, Neutral, Disagree)\n- Water is near\n- Water is clean'),
  ).toEqual([
    '1 NOTE Do you agree with these statements? (Agree, Neutral, Disagree)',
    'SINGLE Water is near = Agree | Neutral | Disagree',
    'SINGLE Water is clean = Agree | Neutral | Disagree',
  ])
})

test('lines that a page breaks are one, and the number of the page is none of them', () => {
  const text = `How often do you carry water from the place where you col-
lect it to the house?
( ) Every day
( ) Less than that

17

The water that we drink at home tastes good.
( ) Yes
( ) No`
  expect(shown(text)).toEqual([
    'SINGLE How often do you carry water from the place where you collect it to the house? = Every day | Less than that',
    'YES_NO The water that we drink at home tastes good. = Yes | No',
  ])
})

test('options that an instruction lists are those of its question', () => {
  expect(shown('**1.** Where is your home?\n\n> **ENUMERATOR:** Options: 1 Village · 2 Town')).toEqual([
    '1 SINGLE Where is your home? = Village | Town',
  ])
})

test('a megabyte of any make is read in pieces of a bounded size', () => {
  for (const unit of ['a\t', '. ', 'word ', '( ) x ', 'some words of a paragraph that a page breaks here\n', 'x']) {
    const lines = textLines(unit.repeat(Math.ceil(1_000_000 / unit.length)))
    expect(Math.max(...lines.map(({ text }) => text.length))).toBeLessThan(2100)
    expect(lines.length).toBeLessThan(3000)
  }
})

test('sub-questions ask for themselves, and the line above them is said', () => {
  const text = `4. Do you have:
1 A tractor
[] 1 Yes
[] 2 No
2 A mill
[] 1 Yes
[] 2 No

5. Do you keep animals?
a) Yes
b) No
c) If no, give the reason ..........
Q12_b. Which ones?
a) Goats
b) Hens`
  expect(shown(text)).toEqual([
    '4 NOTE Do you have:',
    '1 YES_NO A tractor = Yes | No',
    '2 YES_NO A mill = Yes | No',
    '5 YES_NO Do you keep animals? = Yes | No',
    'c TEXT If no, give the reason',
    '12_b SINGLE Which ones? = Goats | Hens',
  ])
})

test('blanks before answers are boxes; lost boxes are found by amounts and sexes', () => {
  const text = `Address: ________ Age: ____

Civil status: ___single ____married

Kinds of houses

___made of clay ___made of wood

Gender: Male Female

Age: 20 – 29 30 – 39 40 and above`
  expect(shown(text)).toEqual([
    'TEXT Address',
    'INTEGER Age',
    'SINGLE Civil status: = single | married',
    'SINGLE Kinds of houses = made of clay | made of wood',
    'SINGLE Gender: = Male | Female',
    'SINGLE Age: = 20 – 29 | 30 – 39 | 40 and above',
  ])
})

test('codes on a line may leave some out, and answers may have labels', () => {
  const text = `-
Where do you wash?
01 = At home 02 = At the river 09 = Other |
Q1: How satisfied are you?
A1: select one of the following
1) satisfied
2) not satisfied`
  expect(shown(text)).toEqual([
    'SINGLE Where do you wash? = At home | At the river | Other',
    '1 SINGLE How satisfied are you? = satisfied | not satisfied',
  ])
})

test('numbers that count on through a table are of its questions, whatever they say', () => {
  const text = [
    'I- Place',
    '1\tProvince\t\t/\t/',
    '2\tVillage\t\t/\t/',
    'II- You',
    '1\tName and surname\t\t',
    '2\tSex\t\t(1=man, 2=woman)',
    '3\tPeople\t\t',
    '4\tStatus\t\t(1=settled, 2=nomad, 3=other)',
  ].join('\n')
  expect(shown(text).filter((row) => !row.includes('NOTE'))).toEqual([
    '# I- Place',
    '1 TEXT Province',
    '2 TEXT Village',
    '# II- You',
    '1 TEXT Name and surname',
    '2 SINGLE Sex = man | woman',
    '3 TEXT People',
    '4 SINGLE Status = settled | nomad | other',
  ])
})

test('questions and options with the same numbers are told by what counts on', () => {
  const text = `Shop (if any) : --------
1. Trade
   a.baker            b. Smith       c. other
2. Land: 1. Own          2. Rented       3.Both
3. Size of the field
1. less than 5 acres
2. 5-15 acres
3. more
4. Main crops
1. Rice - Wheat - Maize
2.Rice - Peas - Rice

3.Maize - Beans - Rice
5. Sex : 1. Man [ ]
2. Woman [ ]
6. Income from:
a. cereals:_____
b. animals:_____`
  expect(shown(text)).toEqual([
    'TEXT Shop (if any)',
    '1 SINGLE Trade = baker | Smith | other',
    '2 SINGLE Land: = Own | Rented | Both',
    '3 SINGLE Size of the field = less than 5 acres | 5-15 acres | more',
    '4 SINGLE Main crops = Rice - Wheat - Maize | Rice - Peas - Rice | Maize - Beans - Rice',
    '5 SINGLE Sex : = Man | Woman',
    '6 NOTE Income from:',
    'a TEXT cereals',
    'b TEXT animals',
  ])
})

test('sentences, rules and lost signs around plain options leave the options whole', () => {
  const text = `Has the shop closed?
Yes
No – Skip to THE OWNER
How many people own it? Count families as one.
Do not count the bank.
1 person
2 people

Does the bank own it? (Do not count loans).
Yes
No
Write down the reasons of the bank.
Was it fed?
q Never
q Yes, go to A4
q Often
q Always
1. Do you like it?
a) Yes ( ) b) No ( ).
2. How often do you come?
2.1 Daily
2.2Twice a week
3. Do you fish?

Yes 1

No 0
4. How near is it?
1 - Near 2 Far 3 Very Far`
  expect(shown(text)).toEqual([
    'YES_NO Has the shop closed? = Yes | No',
    'SINGLE How many people own it? = 1 person | 2 people',
    'YES_NO Does the bank own it? (Do not count loans). = Yes | No',
    'SINGLE Was it fed? = Never | Yes | Often | Always',
    '1 YES_NO Do you like it? = Yes | No',
    '2 SINGLE How often do you come? = Daily | Twice a week',
    '3 YES_NO Do you fish? = Yes | No',
    '4 SINGLE How near is it? = Near | Far | Very Far',
  ])
})

test('fields, labels and instructions on lines of their own ask or are said beside', () => {
  const text = `Farm Name: Place:
Date of Visit: ……..... /…….....
ID#: | | | |

In your household, is the fuel to cook food:

(Read each of them and fill in all ovals)

[] 1 Gas?
[] 2 Wood?

Q01

School Code

Q02

Sex 1. Male

2. Female

Score each from 1 to 3.

1 2 3
Smoke
Noise`
  expect(shown(text).filter((row) => !row.startsWith('NOTE'))).toEqual([
    'TEXT Farm Name:',
    'TEXT Place:',
    'DATE Date of Visit:',
    'TEXT ID#',
    'SINGLE In your household, is the fuel to cook food: = Gas? | Wood?',
    '01 TEXT School Code',
    '02 SINGLE Sex = Male | Female',
    'RATING Smoke',
    'RATING Noise',
  ])
})

test('lines that fit no place are named, so that a person mends them', () => {
  const text = 'Dear all\n1. Sex?\nMale\nFemale\n\nRoom of the host\n\nThe house\n\n2. Age?\n'
  const { lines, unread } = readQuestionnaire(text)
  expect([lines, ...unread.map(({ line, text: words }) => `${line} ${words}`)]).toEqual([7, '6 Room of the host'])
})

test('below the heads of a table that lost its marks each line asks', () => {
  const text = `5. How large are these problems here?
No Problem Small Problem Large Problem
Noise
Waste in the streets
6. Rate the school:
No. Service Poor Fair Good Excellent
1. Meals
2. Way to school
7. Will you stay here?`
  expect(shown(text)).toEqual([
    '5 NOTE How large are these problems here?',
    'SINGLE Noise = No Problem | Small Problem | Large Problem',
    'SINGLE Waste in the streets = No Problem | Small Problem | Large Problem',
    '6 NOTE Rate the school:',
    '1 SINGLE Meals = Poor | Fair | Good | Excellent',
    '2 SINGLE Way to school = Poor | Fair | Good | Excellent',
    '7 YES_NO Will you stay here?',
  ])
})

describe('the words of five languages', () => {
  const forms: Record<string, { text: string; questions: string[]; rules: string[] }> = {
    pt: {
      text: `1. Possui terra?  Sim / Não
Se não, passe para a pergunta 4
2. Quantos hectares? ____ ha
3. Que culturas pratica? (marque todas as opções)
☐ Milho ☐ Arroz
4. Data de nascimento: __/__/____`,
      questions: ['YES_NO', 'DECIMAL', 'MULTIPLE', 'DATE'],
      rules: ['1 [1] -> 4'],
    },
    fr: {
      text: `1. Avez-vous un téléphone ?
a) Oui
b) Non → 3
2. Quels services utilisez-vous ? (plusieurs réponses possibles)
a) Appels
b) Messages
3. Combien de personnes vivent ici ? ____`,
      questions: ['YES_NO', 'MULTIPLE', 'INTEGER'],
      rules: ['1 [1] -> 3'],
    },
    es: {
      text: `P1. ¿Tiene usted tierra?
( ) Sí
( ) No (pase a la pregunta 3)
P2. ¿Cuántas parcelas tiene? ____
P3. ¿Por qué?`,
      questions: ['YES_NO', 'INTEGER', 'LONG_TEXT'],
      rules: ['1 [1] -> 3'],
    },
    zh: {
      text: `第一部分 家庭
1、您有土地吗？
○ 有
○ 没有（跳至第3题）
2、您种什么作物？（可多选）
□ 玉米 □ 水稻 □ 其他（请注明）____
3、家里有几口人？____`,
      questions: ['YES_NO', 'MULTIPLE', 'INTEGER'],
      rules: ['1 [1] -> 3'],
    },
  }
  test.each(Object.entries(forms))('%s', (_language, { text, questions, rules: expected }) => {
    const read = readQuestionnaire(text).sections.flatMap((section) => section.questions)
    expect(read.map(({ type }) => type)).toEqual(questions)
    expect(rules(text)).toEqual(expected)
  })
})

test('a pasted page of HTML is read like its text', () => {
  const html = `<h2>Part 1: You</h2><p>1. What&nbsp;is your sex?</p><ul><li><input type="radio"> Male</li>
<li><input type="radio"> Female</li></ul><script>alert(1)</script><p>2. Why?</p>`
  expect(shown(html)).toEqual(['# Part 1: You', '1 SINGLE What is your sex? = Male | Female', '2 LONG_TEXT Why?'])
})

test('text from right to left keeps its questions and options', () => {
  expect(shown('1. ما هو مصدر المياه؟\n○ بئر\n○ نهر')).toEqual(['1 SINGLE ما هو مصدر المياه؟ = بئر | نهر'])
})

test('instructions, notes and rules that cannot be read stay beside their question', () => {
  const [section] = readQuestionnaire(`Interviewer: read the consent first.
1. Who is the head?
(If the head is away, go to the next house)
○ Man
○ Woman
Interviewer: thank the respondent.`).sections
  expect(section?.questions.map(({ type, text, help }) => [type, text, help])).toEqual([
    ['NOTE', 'Interviewer: read the consent first.', ''],
    ['SINGLE', 'Who is the head?', '(If the head is away, go to the next house)'],
    ['NOTE', 'Interviewer: thank the respondent.', ''],
  ])
})

/** Lines of all makes, in any order. */
const line = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    '1. What?',
    'Q2 Do you?',
    '○ Tap',
    'a) Well',
    '[ ] 3 River',
    'Yes ... 1 → 5',
    'If no, go to 7',
    '____',
    '\t\t',
    '',
  ),
  fc.constantFrom(
    'SECTION B',
    'A\tB\tC',
    'row \t1\t2\t3',
    'Interviewer: x',
    '<p>1. Why?</p>',
    'P3. ¿Cuántos? (pase a 9)',
    '\u202e\u0000',
  ),
)

test('whatever is pasted, what is read of it can be added to a survey', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
      const into = { language: 'en', taken: ['q1', 'Q2'], untitled: 'Questions' }
      const choices = { left: new Set<number>(), types: new Map(), withoutRules: new Set<number>() }
      const { sections } = addedContent(readQuestionnaire(lines.join('\n')), choices, into)
      let id = 0
      const questions = sections.map((section, position) => ({
        ...section,
        id: (id += 1),
        position,
        questions: section.questions.map((question, place) => ({
          ...question,
          help: question.help ?? null,
          id: (id += 1),
          required: false,
          filterable: false,
          identifying: false,
          personal: false,
          position: place,
          answers: question.answers.map((option, index) => ({ ...option, id: (id += 1), position: index })),
        })),
      }))
      expect(draftProblems({ sections: questions })).toEqual([])
      for (const { text, answers } of questions.flatMap((section) => section.questions)) {
        expect(text['en']?.trim()).not.toBe('')
        for (const option of answers) expect(option.text['en']).toMatch(/^[^\n\t;]+$|\S/)
      }
    }),
    { numRuns: 300 },
  )
})
