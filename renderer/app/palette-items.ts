/** What the palette offers, and how a few letters find it. */

export interface PaletteItem {
  readonly id: string;
  readonly group: string;
  readonly text: string;
  /** More words by which it is found: host id, rack. */
  readonly also: string;
  readonly run: () => void;
}

/**
 * Items that hold every word of `query` in any order, best first: a start of the text before a start of a word
 * before anywhere, short texts before long ones. All items, in their order, when nothing was typed.
 */
export function findItems(items: readonly PaletteItem[], query: string): readonly PaletteItem[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return items;
  const scored: { item: PaletteItem; score: number }[] = [];
  for (const item of items) {
    const text = item.text.toLowerCase();
    const all = `${text} ${item.also.toLowerCase()} ${item.group.toLowerCase()}`;
    let score = text.length / 1_000;
    for (const word of words) {
      if (!all.includes(word)) {
        score = Number.POSITIVE_INFINITY;
        break;
      }
      score += text.startsWith(word)
        ? 0
        : text.includes(` ${word}`)
          ? 1
          : text.includes(word)
            ? 2
            : 3;
    }
    if (Number.isFinite(score)) scored.push({ item, score });
  }
  return scored.toSorted((a, b) => a.score - b.score).map((entry) => entry.item);
}
