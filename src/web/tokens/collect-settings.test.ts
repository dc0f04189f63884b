import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { collectSettings } from './collect-settings.ts'

test('the picture for ODK Collect holds the address, the token and the project’s name', async () => {
  const text = await collectSettings({ url: 'https://x.example/collect', token: 'secret', project: 'Água' })
  expect(JSON.parse(inflateSync(Buffer.from(text, 'base64')).toString())).toMatchObject({
    general: { protocol: 'odk_default', server_url: 'https://x.example/collect', password: 'secret' },
    project: { name: 'Água' },
  })
})
