/** Returns the anchors of a page's headings, as the usual viewers of Markdown make them. */
export function anchorsOf(page: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const line of withoutFences(page)) {
    const heading = /^#{1,6} (.+)$/.exec(line)?.[1];
    if (heading === undefined) continue;
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = plain.replaceAll(/[^\p{L}\p{N}_\- ]/gu, '').replaceAll(' ', '-');
    let name = anchor;
    for (let count = 1; anchors.has(name); count += 1) name = `${anchor}-${count}`;
    anchors.add(name);
  }
  return anchors;
}

/** A link to a heading: of another page by its relative path, or of the same page. */
export interface HeadingLink {
  readonly path: string;
  readonly anchor: string;
}

/** Returns the links of a page that name a heading; those to other sites are left out. */
export function headingLinksOf(page: string): readonly HeadingLink[] {
  return withoutFences(page).flatMap((line) =>
    [...line.replaceAll(/`[^`]*`/g, '').matchAll(/\]\(([^)\s#]*)#([^)\s]+)\)/g)]
      .map(([, path = '', anchor = '']) => ({ path, anchor }))
      .filter(({ path }) => !/^[a-z]+:/.test(path)),
  );
}

function withoutFences(page: string): readonly string[] {
  let isFenced = false;
  return page.split('\n').filter((line) => {
    const isFence = /^\s*```/.test(line);
    if (isFence) isFenced = !isFenced;
    return !isFence && !isFenced;
  });
}
