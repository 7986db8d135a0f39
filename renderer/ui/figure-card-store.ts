/** Which figure is being explained. One card serves all figures of the page. */
import type { Fact } from "../../shared/facts/fact.ts";
import { createStore } from "../host/store.ts";

export interface FigureCardState {
  readonly fact: Fact<unknown>;
  readonly label: string;
  readonly shown: string;
  readonly anchor: HTMLElement;
  /** Pressed: it stays and takes the focus. Else it goes with the pointer. */
  readonly held: boolean;
}

export const figureCard = createStore<FigureCardState | undefined>(undefined);

let timer: ReturnType<typeof setTimeout> | undefined;
const hoverMs = 300;

/** Shows the card once the pointer rested on the figure. */
export function pointAt(next: FigureCardState): void {
  clearTimeout(timer);
  if (figureCard.get()?.held === true) return;
  timer = setTimeout(() => figureCard.set(next), hoverMs);
}

/** The pointer left; a held card stays. */
export function pointAway(): void {
  clearTimeout(timer);
  if (figureCard.get()?.held === true) return;
  timer = setTimeout(() => figureCard.set(undefined), hoverMs);
}

/** The pointer reached the card itself: it stays open as long as it is there. */
export function stayOpen(): void {
  clearTimeout(timer);
}

/** Shows the card and keeps it until closed. */
export function hold(next: FigureCardState): void {
  clearTimeout(timer);
  figureCard.set(next);
}

/** Closes the card; the focus goes back to the figure. */
export function closeFigureCard(): void {
  clearTimeout(timer);
  const open = figureCard.get();
  figureCard.set(undefined);
  if (open?.held === true) open.anchor.focus();
}
