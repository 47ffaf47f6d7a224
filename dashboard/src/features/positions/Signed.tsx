/** A gain or a loss: its sign says which, the colour says it again. */
export function Signed({ value, text }: { value: number | null | undefined; text: string }) {
  if (value === null || value === undefined || value === 0) return <span>{text}</span>;
  return value > 0 ? <span className="buy">+{text}</span> : <span className="sell">{text}</span>;
}
