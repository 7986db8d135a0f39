/** Dark, light, or what the system says; the choice is kept in this browser. */
import { createStore } from "../host/store.ts";
import type { Theme } from "./palette.ts";

export type ThemeChoice = Theme | "system";

const slot = "ringdrill.theme";

export const themeChoice = createStore<ThemeChoice>("system");
/** The theme that is shown. */
export const shownTheme = createStore<Theme>("dark");

function apply(scope: Window): void {
  const choice = themeChoice.get();
  const light = scope.matchMedia("(prefers-color-scheme: light)").matches;
  const theme = choice === "system" ? (light ? "light" : "dark") : choice;
  shownTheme.set(theme);
  const root = scope.document.documentElement;
  root.dataset["theme"] = theme;
  scope.document.body.classList.toggle("bp6-dark", theme === "dark");
}

/** Reads the kept choice and follows the system from now on. */
export function startTheme(scope: Window): void {
  const kept = scope.localStorage.getItem(slot);
  if (kept === "dark" || kept === "light") themeChoice.set(kept);
  scope.matchMedia("(prefers-color-scheme: light)").addEventListener("change", () => apply(scope));
  themeChoice.subscribe(() => {
    scope.localStorage.setItem(slot, themeChoice.get());
    apply(scope);
  });
  apply(scope);
}
