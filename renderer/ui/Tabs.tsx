/** A row of tabs with the arrow keys that tabs have. The panel is the caller's. */
export function Tabs<Id extends string>(props: {
  readonly label: string;
  readonly tabs: readonly { readonly id: Id; readonly text: string }[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
}): React.ReactElement {
  const move = (event: React.KeyboardEvent<HTMLElement>, step: number): void => {
    const at = props.tabs.findIndex((tab) => tab.id === props.chosen);
    const next = props.tabs[(at + step + props.tabs.length) % props.tabs.length];
    if (next === undefined) return;
    event.preventDefault();
    props.onChoose(next.id);
    const buttons = event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]");
    buttons[(at + step + props.tabs.length) % props.tabs.length]?.focus();
  };
  return (
    <div
      className="tabs"
      role="tablist"
      aria-label={props.label}
      onKeyDown={(event) => {
        if (event.key === "ArrowRight") move(event, 1);
        else if (event.key === "ArrowLeft") move(event, -1);
      }}
    >
      {props.tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          className="plain"
          aria-selected={tab.id === props.chosen}
          tabIndex={tab.id === props.chosen ? 0 : -1}
          onClick={() => props.onChoose(tab.id)}
        >
          {tab.text}
        </button>
      ))}
    </div>
  );
}
