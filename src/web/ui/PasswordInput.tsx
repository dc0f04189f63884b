import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { type ComponentProps, useState } from 'react'
import { useBasicText } from '../i18n/basic.ts'
import { IconButton } from './IconButton.tsx'
import './inputs.css'

/** A password, hidden until its eye is pressed. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  const basic = useBasicText()
  const [isVisible, setVisible] = useState(false)
  return (
    <span className="input-with-button">
      <input {...props} type={isVisible ? 'text' : 'password'} className="input" />
      <IconButton
        label={basic(isVisible ? 'login.hide' : 'login.show')}
        icon={isVisible ? <EyeOutlined /> : <EyeInvisibleOutlined />}
        onClick={() => setVisible(!isVisible)}
      />
    </span>
  )
}
