/** Quitting waits for the host: a running drill is rolled back and closed first, however often somebody asks to quit. */
import type { App } from "electron";

/**
 * @param close ends everything that was started; its failure is told and does not keep the application open.
 * @param tell of what could not be ended
 */
export function closeBeforeQuit(
  app: Pick<App, "on" | "quit">,
  close: () => Promise<void>,
  tell: (problem: string) => void,
): void {
  let state: "open" | "closing" | "closed" = "open";
  app.on("window-all-closed", () => app.quit());
  app.on("before-quit", (event) => {
    if (state === "closed") return;
    event.preventDefault();
    if (state === "closing") return;
    state = "closing";
    void close()
      .catch((error: unknown) => tell(error instanceof Error ? error.message : String(error)))
      .finally(() => {
        state = "closed";
        app.quit();
      });
  });
}
