/** Long lists: only the rows in sight are drawn. */
import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";

/**
 * @param scroll the element that scrolls.
 * @param rowPx height of every row.
 * @param headPx height of a heading that stays on top of the rows.
 */
export function useRows(
  scroll: React.RefObject<HTMLDivElement | null>,
  count: number,
  rowPx: number,
  headPx = 0,
): Virtualizer<HTMLDivElement, Element> {
  // The rule warns users of the React Compiler, which does not build these screens.
  // oxlint-disable-next-line react/incompatible-library
  return useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowPx,
    overscan: 10,
    scrollPaddingStart: headPx,
  });
}
