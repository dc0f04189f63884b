// node shot-tmp.mjs user lang theme width path out [js]
import { chromium } from 'playwright-core'
const [,, user, lang, theme, width, path, out, act] = process.argv
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu'] })
const c = await b.newContext({ viewport: { width: Number(width), height: 900 } })
const p = await c.newPage()
const bad = []
p.on('pageerror', e => bad.push(String(e)))
p.on('console', m => m.type()==='error' && bad.push(m.text()))
const calls = []
p.on('request', r => r.url().includes('/api/') && calls.push(r.method()+' '+new URL(r.url()).pathname+new URL(r.url()).search))
await p.goto(`http://127.0.0.1:4713/login?lang=${lang}&from=${encodeURIComponent(path)}`)
await p.evaluate(t => localStorage.setItem('theme', t), theme)
await p.reload()
await p.locator('.login input').first().fill(user)
await p.locator('input[type=password]').fill('demo-password-1')
await p.keyboard.press('Enter')
await p.locator('.shell').waitFor()
await p.waitForTimeout(2500)
if (act) { const f = new Function('p', 'return (async () => {' + act + '})()'); console.log(await f(p)) }
await p.screenshot({ path: out })
console.log(bad.join('\n')); console.log(calls.slice(-12).join('\n'))
await b.close()
