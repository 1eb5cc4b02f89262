import React, { useState } from 'react';
import { Button } from './Button';

/** Props of App. */
export interface AppProps extends React.HTMLAttributes<HTMLDivElement> {
  title: string;
  onSelect?: (id: string) => void;
}

const Title = ({ text }: { text: string }) => <h1>{text}</h1>;

/**
 * The application.
 *
 * @param props see AppProps
 */
export function App({ title, onSelect, ...rest }: AppProps): JSX.Element {
  const [open, setOpen] = useState(false);
  const toggle = () => setOpen(!open);
  return (
    <div {...rest}>
      {/* TODO: spinner */}
      {open ? <Title text={title} /> : null}
      {items.map((i) => i.ok && <Button key={i.id} onClick={toggle} />)}
    </div>
  );
}

export const Memo = React.memo(function Inner({ a, b }: Props) {
  return <>{a}</>;
});
export const Forwarded = React.forwardRef<HTMLButtonElement, ButtonProps>(({ className, variant, size, asChild = false, ...props }, ref) => {
  return <button ref={ref} {...props} />;
});

export class Boundary extends React.Component<Props, State> {
  state: State = { failed: false };
  static getDerivedStateFromError(e: Error) { return { failed: true }; }
  render() { return <Generic<string> value="x" />; }
}

export default App;
