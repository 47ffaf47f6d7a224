interface Download {
  readonly name: string;
  readonly type: `${string}/${string}`;
  readonly text: string;
}

/** Gives a text to the reader as a file. */
export function saveText({ name, type, text }: Download): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
