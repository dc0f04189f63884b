import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { htmlToLabel } from './html-label.ts'

test.each([
  ['How <b>old</b> is <i>she</i>?', 'How **old** is *she*?'],
  ['<span style="color:red"> Read <strong>all </strong>of it</span>', 'Read **all** of it'],
  ['One<br>two<br/>three', 'One\ntwo\nthree'],
  ['<p>First</p><p>Second ${name}</p>', 'First\nSecond ${name}'],
  ['<ul><li>Maize</li><li>Rice</li></ul>', '• Maize\n• Rice'],
  ['<a href="https://a.b/c">Here</a> or <a href="javascript:x()">there</a>', '[Here](https://a.b/c) or there'],
  ['<h2>Part</h2>a &lt; b &amp; c', '**Part**\na < b & c'],
  ['<b>one<br>two</b>', '**one**\n**two**'],
  ['<script>alert(1)</script><b>x</b>', '**x**'],
  ['age <b 5 and x < y', 'age <b 5 and x < y'],
])('the HTML %j becomes the label %j', (html, label) => expect(htmlToLabel(html)).toBe(label))

test('no HTML of any form costs long or leaves a tag of its own', () => {
  const part = fc.constantFrom(
    '<b>',
    '</b>',
    '<i>',
    '</i>',
    '<a href="x">',
    '</a>',
    '<br>',
    '<li>',
    'a',
    ' ',
    '<',
    '${q}',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 300 }), (parts) => {
      const label = htmlToLabel(`${parts.join('')}<br>`)
      expect(label).not.toMatch(/<\/?(b|i|li|br)>/)
    }),
  )
})
