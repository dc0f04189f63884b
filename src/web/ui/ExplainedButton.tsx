/** A button that can be refused: it then stays in the tab order, does nothing, and says why when looked at. */
import { Button, type ButtonProps, Tooltip } from 'antd'
import './explained-button.css'

interface ExplainedButtonProps extends ButtonProps {
  /** Why not; undefined: it may be pressed. */
  refusal?: string | undefined
}

export function ExplainedButton({ refusal, className = '', onClick, children, ...props }: ExplainedButtonProps) {
  const refused = refusal !== undefined
  return (
    <Tooltip title={refusal} trigger={['hover', 'focus']}>
      <Button
        {...props}
        className={`${className} ${refused ? 'refused' : ''}`}
        aria-disabled={refused}
        {...(refused ? { 'aria-description': refusal } : {})}
        {...(refused || onClick === undefined ? {} : { onClick })}
      >
        {children}
      </Button>
    </Tooltip>
  )
}
