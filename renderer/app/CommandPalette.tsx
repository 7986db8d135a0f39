/** Every action, every node, every keyspace, a few letters away. */
import { Dialog } from "@blueprintjs/core";
import { useRows } from "../ui/use-rows.ts";
import { useId, useMemo, useRef, useState } from "react";
import { t } from "../i18n/i18n.ts";
import { findItems, type PaletteItem } from "./palette-items.ts";
import { usePaletteItems } from "./use-palette-items.ts";
import "./palette.css";

const rowPx = 30;

export function CommandPalette(props: {
  readonly onClose: () => void;
  readonly onHelp: () => void;
}): React.ReactElement {
  const items = usePaletteItems(props.onHelp);
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const found = useMemo(() => findItems(items, query), [items, query]);
  const chosen = Math.min(at, found.length - 1);
  const scroll = useRef<HTMLDivElement>(null);
  const listId = useId();
  const rows = useRows(scroll, found.length, rowPx);
  const run = (item: PaletteItem | undefined): void => {
    if (item === undefined) return;
    props.onClose();
    item.run();
  };
  const move = (next: number): void => {
    const to = Math.max(0, Math.min(found.length - 1, next));
    setAt(to);
    rows.scrollToIndex(to);
  };
  const onKeyDown = (event: React.KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 8,
      PageUp: -8,
    };
    const step = steps[event.key];
    if (step !== undefined) move(chosen + step);
    else if (event.key === "Enter") run(found[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      className="palette"
      transitionDuration={0}
      aria-label={t("palette.label")}
    >
      <input
        className="palette-input"
        autoFocus
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={found[chosen] === undefined ? undefined : `${listId}-${chosen}`}
        aria-label={t("palette.label")}
        placeholder={t("palette.placeholder")}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={scroll} className="palette-list" tabIndex={-1}>
        <div
          id={listId}
          role="listbox"
          aria-label={t("palette.results")}
          style={{ height: rows.getTotalSize(), position: "relative" }}
        >
          {rows.getVirtualItems().map((row) => {
            const item = found[row.index];
            if (item === undefined) return null;
            return (
              <div
                key={item.id}
                id={`${listId}-${row.index}`}
                role="option"
                aria-selected={row.index === chosen}
                className="palette-row"
                style={{ transform: `translateY(${row.start}px)` }}
                onPointerMove={() => setAt(row.index)}
                onClick={() => run(item)}
              >
                <span className="cut grow">{item.text}</span>
                <span className="cut muted palette-also">{item.also}</span>
                <span className="muted nowrap">{item.group}</span>
              </div>
            );
          })}
        </div>
        {found.length === 0 && <p className="palette-none muted">{t("palette.none", { query })}</p>}
      </div>
    </Dialog>
  );
}
