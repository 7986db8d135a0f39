/** Waits for the world outside: asked again and again, bounded, and the last answer is in the error. */
import { setTimeout as rest } from "node:timers/promises";

/**
 * Asks `look` until it gives a value.
 * @param withinMs then it throws; @param what completes "waited … s until"
 */
export async function waitUntil<T>(
  what: string,
  withinMs: number,
  look: () => T | undefined | Promise<T | undefined>,
  last: () => unknown = () => undefined,
): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const value = await look();
    if (value !== undefined) return value;
    if (performance.now() > end) {
      const seen = last();
      throw new Error(
        `waited ${withinMs / 1_000} s until ${what}${seen === undefined ? "" : `; last seen: ${JSON.stringify(seen)}`}`,
      );
    }
    await rest(100);
  }
}
