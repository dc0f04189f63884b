/** A barcode or QR code: typed, or read from a picture where the browser can. */
import { useState } from 'react'
import { useAsking } from '../asking.tsx'
import type { FieldProps } from './field.ts'
import { TextField } from './TextField.tsx'

/** Chrome has it on phones; Safari and Firefox have none. */
interface Detector {
  detect: (picture: ImageBitmap) => Promise<{ rawValue: string }[]>
}

export function BarcodeField(props: FieldProps) {
  return (
    <>
      <TextField {...props} />
      {'BarcodeDetector' in globalThis && <Scan onAnswer={props.onAnswer} />}
    </>
  )
}

/** The camera's own screen takes the picture, as it has light and focus. */
function Scan({ onAnswer }: Pick<FieldProps, 'onAnswer'>) {
  const { say } = useAsking()
  const [state, setState] = useState<'scanning' | 'notScanned'>()

  async function scan(picture: File) {
    setState('scanning')
    const code = await codeIn(picture).catch(() => undefined)
    setState(code === undefined ? 'notScanned' : undefined)
    if (code !== undefined) onAnswer(code)
  }

  return (
    <>
      <label>
        {say('scan')}{' '}
        <input
          type="file"
          className="q-file"
          accept="image/*"
          capture="environment"
          onChange={({ target }) => {
            const [picture] = target.files ?? []
            if (picture) void scan(picture)
          }}
        />
      </label>
      <output className={state === 'notScanned' ? 'q-problem' : 'q-hint'}>{state && say(state)}</output>
    </>
  )
}

async function codeIn(picture: File): Promise<string | undefined> {
  const { BarcodeDetector } = globalThis as unknown as { BarcodeDetector: new () => Detector }
  const [found] = await new BarcodeDetector().detect(await createImageBitmap(picture))
  return found?.rawValue
}
