/** A laptop must not sleep during a drill; when it does, the drill comes back now and not when the guard notices. */
import type { PowerMonitor, PowerSaveBlocker } from "electron";
import type { RealHost } from "../compose/real-host.ts";

/** @returns what ends the watching. */
export function watchPower(
  real: Pick<RealHost, "drills" | "stopDrill">,
  blocker: Pick<PowerSaveBlocker, "start" | "stop">,
  monitor: Pick<PowerMonitor, "on">,
): () => void {
  let awake: number | undefined;
  const release = (): void => {
    if (awake !== undefined) blocker.stop(awake);
    awake = undefined;
  };
  const timer = setInterval(() => {
    if (real.drills.active() === undefined) release();
    else awake ??= blocker.start("prevent-app-suspension");
  }, 1_000);
  monitor.on("suspend", () => real.stopDrill("The computer goes to sleep."));
  return () => {
    clearInterval(timer);
    release();
  };
}
