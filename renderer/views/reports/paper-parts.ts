/** A report's HTML taken apart, so that it can be put into a frame under a policy that forbids inline styles. */

export interface PaperParts {
  /** Style sheets in the order of the page. */
  readonly css: readonly string[];
  /** The page without its sheets; style attributes wait as `data-css`. */
  readonly html: string;
}

/**
 * Inline styles are blocked when markup is parsed, styles set through the object model are not. Sheets are cut out,
 * attributes renamed; text is left alone, because quotes in it are written `&quot;` by the report.
 */
export function paperParts(report: string): PaperParts {
  const css: string[] = [];
  const html = report
    .replaceAll(/<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi, (_, text: string) => {
      css.push(text.replace(/^\s*<!\[CDATA\[([\s\S]*)\]\]>\s*$/, "$1"));
      return "";
    })
    .replaceAll(/(<[a-z][^<>]*?)\sstyle=/gi, "$1 data-css=");
  return { css, html };
}
