/** Shows a gain or a loss. The sign tells which, and the colour repeats it. */
export function Signed({ value, text }: { value: number | null | undefined; text: string }) {
  if (value === null || value === undefined || value === 0) return <span>{text}</span>;
  return value > 0 ? <span className="buy">+{text}</span> : <span className="sell">{text}</span>;
}
