/** The evidence of a payment as one page that prints well: no script, nothing from elsewhere. */
import { wordIn } from '#words/texts.ts'
import { escapedHtml } from '../plain-page.ts'

/** Fields by name; a moment is a Date or its text. */
export type Row = Record<string, unknown>

/** Where the words of a field's values are. */
const valueWords: Readonly<Record<string, readonly string[]>> = {
  kind: ['payments.kind', 'books.line'],
  status: ['payments.status', 'responses.status'],
  state: ['transactions.state'],
  step: ['payments.action'],
  word: ['statements.word'],
  reading: ['payments.reading'],
  outcome: ['payments.outcome'],
  act: ['files.proof.act'],
}

const style = `body{font:11pt/1.45 system-ui,sans-serif;max-width:1100px;margin:24px auto;padding:0 16px;color:#111;background:#fff}
h1{font-size:18pt}h2{font-size:13pt;margin:28px 0 8px;break-after:avoid}table{border-collapse:collapse;width:100%;font-size:9.5pt}
th,td{border:1px solid #bbb;padding:3px 6px;text-align:start;vertical-align:top;overflow-wrap:anywhere}thead th{background:#eee;overflow-wrap:normal}
tr{break-inside:avoid}pre{margin:0;white-space:pre-wrap;font-size:8.5pt}dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px}
dt{color:#555}dd{margin:0;overflow-wrap:anywhere}@page{size:A4 landscape;margin:14mm}`

/** `parts`: lists of rows by name, each with a heading of its own; whatever else there is is said at the top. */
export function pageOfParts(parts: Readonly<Record<string, unknown>>, lang: string): string {
  const word = (key: string) => wordIn(lang, key)
  const nameOf = (field: string) =>
    escapedHtml(
      ['files.proof.field', 'payments.field', 'transactions.field']
        .map((area) => word(`${area}.${field}`))
        .find(Boolean) ?? field,
    )
  const shown = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–'
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    const said = valueWords[field]?.map((area) => word(`${area}.${text}`)).find((found) => found !== undefined)
    return said === undefined ? escapedHtml(text) : `${escapedHtml(said)} <small>${escapedHtml(text)}</small>`
  }
  const title = `${word('files.proof.title') ?? ''} ${String(parts['paymentId'])}`
  const lists = Object.entries(parts).filter((part): part is [string, Row[]] => Array.isArray(part[1]))
  const head = Object.entries(parts).filter(([, value]) => !Array.isArray(value))
  const facts = (rows: [string, unknown][]) =>
    `<dl>${rows.map(([name, value]) => `<dt>${nameOf(name)}</dt><dd>${shown(name, value)}</dd>`).join('')}</dl>`
  const table = (rows: readonly Row[]) => {
    const fields = Object.keys(rows[0] ?? {})
    const cells = (row: Row) => fields.map((field) => `<td>${shown(field, row[field])}</td>`).join('')
    return `<table><thead><tr>${fields.map((field) => `<th>${nameOf(field)}</th>`).join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('\n')}</tbody></table>`
  }
  const part = ([name, rows]: [string, Row[]]) => {
    const [only] = rows
    const body = !only
      ? `<p>${escapedHtml(word('files.proof.none') ?? '')}</p>`
      : name === 'payment'
        ? facts(Object.entries(only))
        : table(rows)
    return `<h2>${escapedHtml(word(`files.proof.${name}`) ?? name)}</h2>${body}`
  }
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapedHtml(title)}</title><style>${style}</style></head><body><h1>${escapedHtml(title)}</h1>
${facts(head)}${lists.map(part).join('\n')}<p><small>${escapedHtml(word('files.proof.means') ?? '')}</small></p></body></html>`
}
