import { expect, test } from "vitest";
import { keyName, nextKey, type KeyPress } from "./keys.ts";

const names = new Set(["g o", "j", "?", "Mod+K", "Escape", "Shift+Escape"]);
const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  mod: false,
  shift: false,
  alt: false,
  typing: false,
  ...more,
});

test("g waits for the second key, and a wrong second key ends the wait", () => {
  expect(nextKey(undefined, press("g"), names)).toEqual({ name: undefined, pending: "g" });
  expect(nextKey("g", press("o"), names)).toEqual({ name: "g o", pending: undefined });
  expect(nextKey("g", press("j"), names)).toEqual({ name: undefined, pending: undefined });
});

test("in a text field letters belong to the field, combinations and Escape do not", () => {
  expect(nextKey(undefined, press("j", { typing: true }), names).name).toBeUndefined();
  expect(nextKey(undefined, press("k", { typing: true, mod: true }), names).name).toBe("Mod+K");
  expect(nextKey(undefined, press("Escape", { typing: true }), names).name).toBe("Escape");
});

test("Shift+Escape is another key than Escape, and ? needs no word for its Shift", () => {
  expect(keyName(press("Escape", { shift: true }))).toBe("Shift+Escape");
  expect(nextKey(undefined, press("?", { shift: true }), names).name).toBe("?");
});

test("the browser's own Alt combinations are left alone", () => {
  expect(nextKey(undefined, press("j", { alt: true }), names).name).toBeUndefined();
});
