/** A signature or another picture, drawn with a pointer, or chosen as a picture. Each stroke stores it, so that none is forgotten. */
import { type PointerEvent, useRef, useState } from 'react'
import type { FileAnswer } from '#domain/answers/answer-values.ts'
import { Button } from '../../ui/Button.tsx'
import { useAsking } from '../asking.tsx'
import type { FieldProps } from './field.ts'
import { FileChoice, StoredFile, StoreState, useStore } from './FileField.tsx'

const width = 600

export function SignatureField(props: FieldProps) {
  const { question, value, onAnswer } = props
  const { say, sources } = useAsking()
  const isSignature = question.type === 'SIGNATURE'
  const height = isSignature ? 200 : 450
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  const { store, state } = useStore(question, onAnswer)
  if (!sources.storeFile) return <p className="q-hint">{say('noFiles')}</p>
  if (value !== undefined && !isDrawn)
    return <StoredFile question={question} answer={value as FileAnswer} onRemove={() => onAnswer(undefined)} />

  function draw(event: PointerEvent<HTMLCanvasElement>, step: 'moveTo' | 'lineTo') {
    const pen = canvas.current?.getContext('2d')
    if (!pen) return
    const box = event.currentTarget.getBoundingClientRect()
    if (step === 'moveTo') {
      event.currentTarget.setPointerCapture(event.pointerId)
      if (!isDrawn) paper(pen, height)
      setDrawn(true)
      pen.beginPath()
    }
    pen[step](((event.clientX - box.left) * width) / box.width, ((event.clientY - box.top) * height) / box.height)
    if (step === 'lineTo') pen.stroke()
  }

  function finish() {
    canvas.current?.toBlob((blob) => {
      if (blob) store(new File([blob], isSignature ? 'signature.png' : 'drawing.png', { type: 'image/png' }))
    })
  }

  function erase() {
    const pen = canvas.current?.getContext('2d')
    if (pen) paper(pen, height)
    setDrawn(false)
    onAnswer(undefined)
  }

  return (
    <>
      <canvas
        ref={canvas}
        className="q-signature"
        aria-label={say(isSignature ? 'signHere' : 'drawHere')}
        width={width}
        height={height}
        onPointerDown={(event) => draw(event, 'moveTo')}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) draw(event, 'lineTo')
        }}
        onPointerUp={finish}
      />
      {isDrawn ? (
        <Button size="small" onClick={erase}>
          {say('eraseSignature')}
        </Button>
      ) : (
        <>
          <p className="q-hint">{say(isSignature ? 'signOrChoose' : 'drawOrChoose')}</p>
          <FileChoice {...props} />
        </>
      )}
      <StoreState of={state} />
    </>
  )
}

/** Ink on white, whatever the theme: the picture is looked at elsewhere. */
function paper(pen: CanvasRenderingContext2D, height: number): void {
  pen.fillStyle = '#ffffff'
  pen.fillRect(0, 0, width, height)
  pen.strokeStyle = '#1b2320'
  pen.lineWidth = 3
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
}
