import './progress-bar.css'

interface ProgressBarProps {
  label: string
  /** Undefined while it is unknown. */
  percent: number | undefined
  /** How the work ended, or that it rests. */
  tone: 'going' | 'done' | 'failed' | 'resting'
}

/** How far a piece of work is. */
export function ProgressBar({ label, percent, tone }: ProgressBarProps) {
  const known = percent === undefined ? {} : { value: percent }
  return <progress className={`progress-bar progress-bar-${tone}`} aria-label={label} max={100} {...known} />
}
