/** When the screen is ready for the next state. */
import { retryDelayMs } from "./line.ts";

/** A hidden window still learns what happens, but seldom. */
const hiddenPauseMs = 10_000;

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      document.removeEventListener("visibilitychange", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
    document.addEventListener("visibilitychange", done);
  });
}

/** Resolves after the next frame, or after 10 s in a window that nobody sees. */
export function afterDraw(signal: AbortSignal): Promise<void> {
  if (document.hidden) return sleep(hiddenPauseMs, signal);
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}

/** Resolves when the n-th failed try in a row may be repeated, or when the window is shown again. */
export function beforeRetry(attempt: number, signal: AbortSignal): Promise<void> {
  return sleep(retryDelayMs(attempt + 1), signal);
}
