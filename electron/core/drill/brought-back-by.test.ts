import { describe, expect, it } from "vitest";
import { broughtBackBy } from "./brought-back-by.ts";

const back = (phaseNote: string) => broughtBackBy({ phase: "rolled-back", phaseNote });

describe("who brought a node back", () => {
  it("tells the guard, a scan and a start of the node apart", () => {
    expect(back("by=lease same=no new_pid=812 new_start=99")).toBe(
      "the guard, when the lease was over",
    );
    expect(back("by=mend same=no new_pid=812 new_start=99")).toBe("a scan: its guard was gone");
    expect(back("by=start")).toBe("a start of the node");
  });

  it("says nothing of a guard that ended without having anything to undo", () => {
    expect(back("by=lease nothing was injected")).toBeUndefined();
  });

  it("says nothing when a rollback was asked for, or none has ended yet", () => {
    expect(back("by=request same=no new_pid=812 new_start=99")).toBeUndefined();
    expect(broughtBackBy({ phase: "rolling-back", phaseNote: "by=lease" })).toBeUndefined();
  });
});
