/** Who listens to which key at the moment: the newest map that knows a key gets it. */
import { useEffect, useEffectEvent } from "react";
import { nextKey, type KeyPress } from "./keys.ts";

export type KeyMap = Readonly<Record<string, () => void>>;

const maps: (() => KeyMap)[] = [];
let pending: string | undefined;

/** Waits this long for the second key of a sequence. */
const sequenceMs = 1_200;
let forget: ReturnType<typeof setTimeout> | undefined;

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement)
    return !["checkbox", "radio", "button"].includes(target.type);
  return (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const press: KeyPress = {
    key: event.key,
    mod: event.ctrlKey || event.metaKey,
    shift: event.shiftKey,
    alt: event.altKey,
    typing: isTyping(event.target),
  };
  // Enter and blank on a control press that control.
  const onControl =
    event.target instanceof Element &&
    event.target.closest("button, a, [role=tab], summary") !== null;
  if (onControl && event.key === "Enter") return;
  const known = maps.map((map) => map());
  const step = nextKey(pending, press, new Set(known.flatMap((map) => Object.keys(map))));
  pending = step.pending;
  clearTimeout(forget);
  if (pending !== undefined) forget = setTimeout(() => (pending = undefined), sequenceMs);
  if (step.name === undefined) return;
  const name = step.name;
  const run = known.findLast((map) => map[name] !== undefined)?.[name];
  if (run === undefined) return;
  event.preventDefault();
  run();
}

/** Starts to listen; once, for the life of the page. */
export function listenToKeys(scope: Window): void {
  scope.addEventListener("keydown", onKeyDown);
}

/** Adds keys for as long as the component is shown. */
export function useKeys(map: KeyMap, active = true): void {
  const current = useEffectEvent(() => map);
  useEffect(() => {
    if (!active) return undefined;
    const entry = (): KeyMap => current();
    maps.push(entry);
    return () => {
      maps.splice(maps.indexOf(entry), 1);
    };
  }, [active]);
}
