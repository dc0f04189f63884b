import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMarkdown, tidyMarkdown, writeMarkdown } from './markdown.ts'
import { parseHtml, writeHtml } from './rich-html.ts'
import { blockKinds, type RichText, safeHref, type Span, tidyText } from './rich-text.ts'

const signs = 'a b 1 é 中 * _ [ ] ( ) < > \\ ` # - + . ! & ; : " \' / | ~'.split(' ').concat(' ')
const word = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom(...signs), maxLength: 8 }) },
  fc.constantFrom(
    '1. ',
    '- a',
    '# b',
    '**',
    '_x_',
    '&amp;',
    '<b>',
    '![a](b)',
    '[a](http://b)',
    '\u00a0',
    '\\',
    '***a*',
    '> q',
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }).map((text) => text.replaceAll('\n', '')),
)
const yes = fc.constantFrom(undefined, true as const)
const span = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ text: '\n' }) },
  {
    weight: 9,
    arbitrary: fc
      .record({
        text: word,
        bold: yes,
        italic: yes,
        href: fc.constantFrom(undefined, undefined, undefined, 'https://a.example/?q=1&r=(2)', 'tel:+258841234567'),
      })
      .map(({ text, bold, italic, href }): Span => ({
        text,
        ...(bold && { bold }),
        ...(italic && { italic }),
        ...(href !== undefined && { href: safeHref(href) ?? '' }),
      })),
  },
)
const anyText = fc.array(
  fc.record({
    kind: fc.constantFrom(...blockKinds),
    items: fc.array(fc.array(span, { maxLength: 6 }), { maxLength: 4 }),
  }),
  { maxLength: 5 },
)
/** Line ends and other signs that a text of a form cannot hold are none of ours. */
const texts = anyText.map((text): RichText => tidyText(text))

test('any text goes to Markdown and back without a loss', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const read = parseMarkdown(writeMarkdown(text))
      expect(read).toEqual({ text, problems: [] })
    }),
    { numRuns: 2000 },
  )
})

test('any text goes to HTML and back without a loss', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(parseHtml(writeHtml(text))).toEqual({ text, leftOut: [] })
    }),
    { numRuns: 2000 },
  )
})

test('any Markdown has one tidy form, which a second reading keeps', () => {
  const lines = fc.array(fc.oneof(word, fc.constantFrom('', '- a', '1. b', '> c', '>', '  d', 'e  ', '## f')), {
    maxLength: 9,
  })
  fc.assert(
    fc.property(lines, (some) => {
      const tidy = tidyMarkdown(some.join('\n'))
      expect(tidyMarkdown(tidy)).toBe(tidy)
    }),
    { numRuns: 1000 },
  )
})

test('Markdown reads as people write it', () => {
  const source =
    '# Title\nText *slanted*, __heavy__ and [both](https://a.example "t").\nsnake_case 5 * 3 * 2 5*\n\n* a\n* b\n\n  more\n1) c\n> q\n>\n> r'
  expect(writeHtml(parseMarkdown(source).text)).toBe(
    '<h1>Title</h1>\n<p>Text <em>slanted</em>, <strong>heavy</strong> and <a href="https://a.example">both</a>. snake_case 5 * 3 * 2 5*</p>\n' +
      '<ul>\n  <li>a</li>\n  <li>b</li>\n</ul>\n<p>more</p>\n<ol>\n  <li>c</li>\n</ol>\n<blockquote><p>q</p><p>r</p></blockquote>',
  )
})

test.each([
  ['a <b>c</b>', ['TEXT_HTML']],
  ['![a](https://a.example/b.png)', ['TEXT_IMAGE']],
  ['[a](javascript:alert(1))', ['TEXT_LINK']],
  ['[a](/inside) <!-- b -->', ['TEXT_LINK', 'TEXT_HTML']],
  ['1 < 2, \\<b>, \\[a](b)', []],
])('Markdown with %j has the problems %j', (source, problems) => {
  expect(parseMarkdown(source).problems).toEqual(problems)
})

test.each([
  ['javascript:alert(1)', undefined],
  [' JaVaScRiPt:alert(1)', undefined],
  ['java\nscript:alert(1)', undefined],
  ['data:text/html,<b>', undefined],
  ['//a.example', undefined],
  ['https:javascript', undefined],
  [' https://a.example/a b(c)', 'https://a.example/a%20b%28c%29'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
])('the link %j is kept as %j', (given, kept) => {
  expect(safeHref(given)).toBe(kept)
})

test('HTML from a word processor keeps its words and their form', () => {
  const source = `<html><head><style>p{color:red}</style><title>x</title></head><body><!--StartFragment-->
    <b style="font-weight:normal"><p style="margin:0"><span style="font-weight:700">Before</span> you&nbsp;begin&hellip;<o:p></o:p></p>
    <ul><li><p>one</p></li><li>two<ul><li>three</li></ul></li></ul></b>
    <blockquote>a<p>b</p></blockquote><table><tr><td>c</td><td>d</td></tr></table><img src=x></body></html>`
  expect(writeMarkdown(parseHtml(source).text)).toBe(
    '**Before** you begin…\n\n- one\n- two\n- three\n\n> a\n>\n> b\n\nc\n\nd',
  )
  expect(parseHtml(source).leftOut).toEqual(['STYLE', 'IMAGE', 'TABLE'])
})

const hostile = [
  '<script>alert(1)</script>ok',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT >ok',
  '<scr<script>ipt>alert(1)</scr</script>ipt>ok',
  '<img src=x onerror=alert(1)>ok',
  '<svg/onload=alert(1)>ok</svg>ok',
  '<svg><script>alert(1)</script></svg>ok',
  '<a href="javascript:alert(1)">ok</a>',
  '<a href="&#106;avascript&colon;alert(1)">ok</a>',
  '<a href=" java&#x0A;script:alert(1)">ok</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD4=">ok</a>',
  '<a href="https://a.example" onclick="alert(1)">ok</a>',
  '<p style="background:url(javascript:alert(1))">ok</p>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>ok',
  '<math><mtext><table><mglyph><style><!--</style><img title="--><img src onerror=alert(1)>"></math>ok',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">ok',
  '<!--><img src=x onerror=alert(1)>-->ok',
  '<object data="x"></object><embed src=x>ok',
  '<form action="javascript:alert(1)"><input name=a><button formaction=x>ok</button></form>',
  '<p>&lt;script&gt;alert(1)&lt;/script&gt; ok</p>',
  '<a href="https://a.example/&quot;onmouseover=&quot;alert(1)">ok</a>',
  '<template><script>alert(1)</script></template>ok',
  '<base href="//evil.example">ok<meta http-equiv=refresh content="0;url=//evil.example">',
  '<p ok',
  '<',
]

test.each(hostile)('of the hostile %j nothing that runs is left', (source) => {
  const html = writeHtml(parseHtml(source).text)
  const tags = html.match(/<[^>]*>/g) ?? []
  expect(
    tags.filter(
      (tag) =>
        !/^<\/?(p|h[1-3]|ul|ol|li|blockquote|strong|em|br|a)( href="(https?:|mailto:|tel:)[^"<>]*")?>$/.test(tag),
    ),
  ).toEqual([])
  expect(parseMarkdown(writeMarkdown(parseHtml(source).text)).problems).toEqual([])
})

test('deep, long and broken sources are read in time that grows with their length', () => {
  for (const piece of ['<b>', '[', '*a', '<a href="', '[a](', '> ', '<!--', '\\', '&', '<p '])
    expect(parseMarkdown(piece.repeat(20_000)).text.length + parseHtml(piece.repeat(20_000)).text.length).toBeLessThan(
      40_001,
    )
})

test('A long text of open marks and blanks is read in the time of its length', () => {
  // Several times what a text may have: by the square of its length, the test runs out of time.
  expect(parseMarkdown('**a '.repeat(15_000)).problems).toEqual([])
  expect(parseMarkdown(`[](${' '.repeat(150_000)}x`).problems).toEqual([])
})
