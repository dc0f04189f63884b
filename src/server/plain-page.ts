/** Small pages that the server writes itself, for readers without an account: no script, nothing from elsewhere. */
import { createHash } from 'node:crypto'
import { dark, light, type Palette, variablesOf } from '#domain/palette.ts'

const colours = (palette: Palette) =>
  variablesOf(palette)
    .map((each) => each.join(':'))
    .join(';')
const style = `:root{color-scheme:light dark;${colours(light)}}
@media (prefers-color-scheme:dark){:root{${colours(dark)}}}
body{margin:0;background:var(--paper);color:var(--text);font:16px/1.6 -apple-system,Inter,'Segoe UI',Roboto,'Noto Sans','Liberation Sans',system-ui,sans-serif}
:is(nav,main){max-width:44rem;margin:0 auto;padding:1rem 1.25rem}main{margin-bottom:2rem;border:1px solid var(--line);border-radius:10px;background:var(--surface)}
h1{font-size:1.5rem}dl{display:grid;grid-template-columns:max-content 1fr;gap:.5rem 1.5rem}dt{color:var(--muted)}dd{margin:0;overflow-wrap:anywhere}h2{margin-top:2rem;font-size:1.15rem}a{color:var(--accent)}li{margin:.35rem 0}code{font-size:.9em}pre{overflow-x:auto}
form{display:grid;gap:.5rem;max-width:24rem;margin:1rem 0}input,button{font:inherit;padding:.5rem;border:1px solid var(--control-line);border-radius:6px;background:var(--surface);color:inherit}button{margin-top:.5rem;background:var(--accent);color:var(--surface);cursor:pointer}[role=alert]{color:var(--danger);font-weight:600}
img{max-width:100%;height:auto;border:1px solid var(--line);border-radius:6px}
@media print{nav{display:none}main{border:0}}`
const styleHash = createHash('sha256').update(style).digest('base64')
/** Of its answers: no script, nothing from elsewhere. */
export const plainPolicy = `default-src 'none'; img-src 'self'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`

/** Title and body are HTML. */
export function plainPage({ language, title, body }: { language: string; title: string; body: string }): string {
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${title} · Canvass</title><style>${style}</style></head>
<body>${body}</body></html>`
}

export function escapedHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
