/** A month of the books for a donor: each float from its opening to its closing, and what was paid and is owed by survey. */
import { sql } from 'kysely'
import { books, type MonthLine, type MonthOverview } from '#contract/books.ts'
import { xlsxMime } from '#contract/response-files.ts'
import { sum, sumOf } from '#domain/money/money.ts'
import { ageEnds, type OverviewLine, owedStatuses, sharesOf, sumLines } from '#domain/money/month-overview.ts'
import { wordIn } from '#words/texts.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { found } from '../../db/table-store.ts'
import { type OutCell, writeWorkbook } from '../../excel/write-workbook.ts'
import { on } from '../../http/context.ts'
import { inScope, type Onlooker, scopeOf, type SurveyScope } from '../../scope.ts'

interface Period {
  month: string
  from: string
  /** The day after the month. */
  to: string
  asOf: string
  months: string[]
}

async function periodOf(db: Db, month: string): Promise<Period> {
  const asked = sql<Period>`
    select ${month} as month, start::date::text as from, (start + interval '1 month')::date::text as to,
      least((start + interval '1 month')::date - 1, (now() at time zone 'UTC')::date)::text as "asOf",
      array(select to_char(m, 'YYYY-MM') from generate_series(
        date_trunc('month', least((select min(day) from account_day), (now() at time zone 'UTC')::date)::timestamp),
        date_trunc('month', now() at time zone 'UTC'), interval '1 month') m order by m desc) as months
    from (select ${`${month}-01`}::timestamp as start) s`
  return found(await asked.execute(db))
}

interface Moved {
  provider: string
  currency: string
  kind: 'OPENING' | 'FUNDER' | 'SPENT' | 'FEES' | 'SUSPENSE'
  surveyId: number | null
  /** Out of the float, before the month and in it. */
  before: bigint
  within: bigint
}

/** What left the floats, by the account that got it. The float's own side adds up to the same. */
async function movedOf(db: Db, { from, to }: Period): Promise<Moved[]> {
  const rows = await rowsOf<Omit<Moved, 'before' | 'within'> & Record<'before' | 'within', string>>(db)`
    select a.provider, a.currency, a.kind, a.survey_id as "surveyId",
      coalesce(sum(d.debits - d.credits) filter (where d.day < ${from}::date), 0) as before,
      coalesce(sum(d.debits - d.credits) filter (where d.day >= ${from}::date), 0) as within
    from account a join account_day d on d.account_id = a.id
    where a.batch_id is null and a.kind <> 'FLOAT' and d.day < ${to}::date
    group by 1, 2, 3, 4 order by 1, 2, 4`
  return rows.map((row) => ({ ...row, before: BigInt(row.before), within: BigInt(row.within) }))
}

/** The same by float. */
function byFloat(moved: readonly Moved[]): Moved[][] {
  return [...Map.groupBy(moved, ({ provider, currency }) => `${provider} ${currency}`).values()]
}

function floatsOf(moved: readonly Moved[]): MonthOverview['floats'] {
  return byFloat(moved).map((rows) => {
    const { provider = '', currency = '' } = rows[0] ?? {}
    const went = (of: Moved['kind']) => sumOf(rows.flatMap(({ kind, within }) => (kind === of ? [within] : [])))
    // What the float held when the house began with it, too.
    const opening = -sumOf(rows.map(({ before }) => before)) - went('OPENING')
    return {
      provider,
      currency,
      opening: sum(opening, currency),
      funded: sum(-went('FUNDER'), currency),
      paid: sum(went('SPENT'), currency),
      fees: sum(went('FEES'), currency),
      unexplained: sum(went('SUSPENSE'), currency),
      closing: sum(-sumOf(rows.map(({ before, within }) => before + within)), currency),
    }
  })
}

interface Figures {
  surveyId: number | null
  currency: string
  paid: bigint
  charges: bigint
  fees: bigint
  spent: bigint
  ages: bigint[]
}

const none = { paid: 0n, charges: 0n, fees: 0n, spent: 0n, ages: [...ageEnds, Infinity].map(() => 0n) }

/** What was paid, with the fees of each provider spread over what it paid. */
function paidOf(moved: readonly Moved[]): Figures[] {
  return byFloat(moved).flatMap((rows) => {
    const spent = rows.filter(({ kind }) => kind === 'SPENT')
    const fees = sumOf(rows.map(({ kind, within }) => (kind === 'FEES' ? within : 0n)))
    const shares = sharesOf(
      fees,
      spent.map(({ within }) => within),
    )
    const { currency = '' } = rows[0] ?? {}
    const ofSurveys = spent.map(({ surveyId, before, within }, at) => {
      return { ...none, surveyId, currency, paid: within, fees: shares[at] ?? 0n, spent: before + within }
    })
    return [...ofSurveys, { ...none, surveyId: null, currency, fees: fees - sumOf(shares) }]
  })
}

/** What of the payments of the month paid for cashing out. One that came back counts below zero. */
async function chargesOf(db: Db, { from, to }: Period): Promise<Figures[]> {
  const rows = await rowsOf<{ surveyId: number; currency: string; charges: string }>(db)`
    select survey_id as "surveyId", t.currency, sum(case when t.kind in ('reverse', 'tryout') then -charge_minor else charge_minor end)::text as charges
    from payable p join transfer t on t.payable_id = p.id and t.kind in ('settle', 'late', 'lateOnCredit', 'reverse', 'tryout')
    where p.charge_minor > 0 and p.updated_at >= ${from}::timestamp at time zone 'UTC'
      and t.at >= ${from}::timestamp at time zone 'UTC' and t.at < ${to}::timestamp at time zone 'UTC' group by 1, 2`
  return rows.map(({ charges, ...row }) => ({ ...none, ...row, charges: BigInt(charges) }))
}

/**
 * What was owed when the month ended: by the kept sums what is owed now and was by then, and each payment that ended since. One
 * that is paid was owed until the books have it.
 */
async function owedOf(db: Db, { to, asOf }: Period): Promise<Figures[]> {
  const end = sql`(${to}::timestamp at time zone 'UTC')`
  const rows = await rowsOf<{ surveyId: number; currency: string; ages: string[] }>(db)`
    select survey_id as "surveyId", currency, array[${sql.join(
      [...ageEnds, undefined].map(
        (last, at) => sql`coalesce(sum(amount_minor) filter (where ${asOf}::date - day > ${ageEnds[at - 1] ?? -1}
          ${last === undefined ? sql`` : sql`and ${asOf}::date - day <= ${last}`}), 0)::text`,
      ),
    )}] as ages
    from (
      select survey_id, currency, day, amount_minor from payable_day where status = any(${[...owedStatuses]}) and day < ${to}::date
      union all
      select survey_id, currency, (created_at at time zone 'UTC')::date, amount_minor from payable p
      where p.updated_at >= ${end} and p.created_at < ${end} and p.status <> all(${[...owedStatuses]})
        and not exists (select from transfer t where t.payable_id = p.id and t.kind in ('settle', 'late', 'lateOnCredit') and t.at < ${end})
    ) owed group by 1, 2`
  return rows.map(({ ages, ...row }) => ({ ...none, ...row, ages: ages.map(BigInt) }))
}

interface SurveyFacts {
  id: number
  title: string
  costCode: string | null
  budget: string | null
  budgetCurrency: string | null
}

/** Those that the reader sees, with figures or with a budget. What is of others has no name, and its debts are not shown. */
async function linesOf(db: Db, figures: readonly Figures[], scope: SurveyScope): Promise<MonthLine[]> {
  const rows = await rowsOf<SurveyFacts>(db)`
    select s.id, s.title, s.cost_code as "costCode", b.amount_minor as budget, b.currency as "budgetCurrency"
    from survey s left join survey_budget b on b.survey_id = s.id and b.amount_minor is not null
    where (s.id = any(${figures.flatMap(({ surveyId }) => surveyId ?? [])}) or b.amount_minor is not null)
      and ${inScope(scope, sql`s.id`) ?? sql`true`}
    order by s.cost_code, s.title, s.id`
  const seen = new Set(rows.map(({ id }) => id))
  const budgets = rows.flatMap(({ id, budgetCurrency }) =>
    budgetCurrency ? [{ ...none, surveyId: id, currency: budgetCurrency }] : [],
  )
  const bySurvey = Map.groupBy([...figures, ...budgets], ({ surveyId }) =>
    surveyId && seen.has(surveyId) ? surveyId : 0,
  )
  const lines = [...rows, undefined].flatMap((survey) =>
    [...Map.groupBy(bySurvey.get(survey?.id ?? 0) ?? [], ({ currency }) => currency)].map(([currency, group]) =>
      lineOf(survey, currency, group),
    ),
  )
  return lines
    .filter(({ survey, paid, fees, spent }) => survey || [paid, fees, spent].some(({ amount }) => Number(amount) !== 0))
    .toSorted((one, other) => one.currency.localeCompare(other.currency))
}

function lineOf(of: SurveyFacts | undefined, currency: string, group: readonly Figures[]): MonthLine {
  const total = (name: 'paid' | 'charges' | 'fees' | 'spent') => sum(sumOf(group.map((each) => each[name])), currency)
  const ages = none.ages.map((_, at) => (of ? sumOf(group.map((each) => each.ages[at] ?? 0n)) : 0n))
  return {
    survey: of ? { id: of.id, title: of.title } : null,
    costCode: of?.costCode ?? null,
    currency,
    budget: of?.budget && of.budgetCurrency === currency ? sum(BigInt(of.budget), currency) : null,
    paid: total('paid'),
    charges: total('charges'),
    fees: total('fees'),
    spent: total('spent'),
    owed: sum(sumOf(ages), currency),
    ages: ages.map((age) => sum(age, currency)),
  }
}

async function monthOf(db: Db, actor: Onlooker, month: string): Promise<MonthOverview> {
  const period = await periodOf(db, month)
  const moved = await movedOf(db, period)
  const figures = [...paidOf(moved), ...(await chargesOf(db, period)), ...(await owedOf(db, period))]
  const { asOf, months } = period
  return { month, asOf, months, floats: floatsOf(moved), lines: await linesOf(db, figures, await scopeOf(db, actor)) }
}

const floatNames = ['opening', 'funded', 'paid', 'fees', 'unexplained', 'closing'] as const

const number = (money: { amount: string } | null) => money && Number(money.amount)

const figures = ({ budget, paid, charges, fees, spent, owed, ages }: OverviewLine) =>
  [budget, paid, charges, fees, spent, owed, ...ages].map(number)

/** Floats, cost codes and surveys, a sheet each. Amounts are numbers, which Excel adds up. */
function sheetsOf({ floats, lines }: MonthOverview, words: (key: string) => string) {
  const sheet = (name: string, named: string[], figures: string[], rows: OutCell[][]) => ({
    name: words(name),
    columns: [...named.map(() => ({ width: 24 })), ...figures.map(() => ({ format: 'number' as const }))],
    rows: [[...named, ...figures].map(words), ...rows],
    headings: 1,
  })
  const names = ['budget', 'paid', 'charges', 'fees', 'spent', 'owed', ...none.ages.map((_, age) => `age.${age}`)].map(
    (name) => `books.month.${name}`,
  )
  const code = 'books.month.code'
  const currency = 'surveys.field.currency'
  return [
    sheet(
      'books.month.floats',
      ['payments.field.provider', currency],
      floatNames.map((name) => `books.month.${name}`),
      floats.map((float) => [float.provider, float.currency, ...floatNames.map((name) => number(float[name]))]),
    ),
    sheet(
      'books.month.codes',
      [code, currency],
      names,
      sumLines(lines, ({ costCode }) => costCode).map((line) => [line.costCode, line.currency, ...figures(line)]),
    ),
    sheet(
      'books.month.surveys',
      [code, 'payments.field.surveyTitle', currency],
      names,
      lines.map((line) => [
        line.costCode,
        line.survey?.title ?? words('books.month.ofNone'),
        line.currency,
        ...figures(line),
      ]),
    ),
  ]
}

export const monthRoutes = [
  on(books.month, ({ db, params, actor }) => monthOf(db, actor, params.month)),
  on(books.monthFile, async ({ db, params, query: { lang = 'en' }, actor }) => {
    const sheets = sheetsOf(await monthOf(db, actor, params.month), (key) => wordIn(lang, key) ?? key)
    const bytes = await writeWorkbook({ sheets, names: {} })
    return { name: `payments-${params.month}.xlsx`, mime: xlsxMime, disposition: 'attachment' as const, bytes }
  }),
]
