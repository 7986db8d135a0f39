import { expect, it } from "vitest";
import type { ExecResult } from "../deps.ts";
import { Failure } from "../../../shared/facts/failure.ts";
import { readAnswer } from "./node-helper-answer.ts";
import { readScan, readStatus } from "./node-helper-status.ts";

const said = (stdout: string, more: Partial<ExecResult> = {}): ExecResult => ({
  stdout,
  stderr: "",
  code: 0,
  signal: undefined,
  tookMs: 1,
  truncated: false,
  ...more,
});
const kindOf = (result: ExecResult): string => {
  try {
    readAnswer("192.0.2.1", "status", result, readStatus);
  } catch (error) {
    if (error instanceof Failure) return `${error.detail.hop}: ${error.detail.kind}`;
    throw error;
  }
  return "read";
};

const status = `result=ok
drill=D-06-a
fault=kill
phase=rolled-back
phase_at_ms=1796087684921
phase_note=by=lease same=no new_pid=29425 new_start=229087
boot=same
now_ms=1796087686119
lease_ms=0
limit_ms=20310
guard=alive
guard_pid=29227
pid=29155
start=228330
process=gone
new_pid=29425
new_start=229087
new_process=lives
lock=free
time=armed 1796087676440 228397
time=rolled-back 1796087684921 229246
log=1796087676579 228412 arm phase armed fault=kill
`;

it("a status is read into times in milliseconds, and start times stay text", () => {
  expect(readAnswer("192.0.2.1", "status", said(status), readStatus)).toEqual({
    ok: true,
    value: {
      id: "D-06-a",
      fault: "kill",
      phase: "rolled-back",
      phaseAtMs: 1796087684921,
      phaseNote: "by=lease same=no new_pid=29425 new_start=229087",
      sameBoot: true,
      nodeNowMs: 1796087686119,
      leaseLeftMs: 0,
      limitLeftMs: 20310,
      guard: "alive",
      guardPid: 29227,
      planned: { pid: 29155, start: "228330", lives: false },
      back: { pid: 29425, start: "229087", lives: true },
      lock: undefined,
      times: [
        { phase: "armed", atMs: 1796087676440, upMs: 2283970 },
        { phase: "rolled-back", atMs: 1796087684921, upMs: 2292460 },
      ],
      log: ["1796087676579 228412 arm phase armed fault=kill"],
    },
  });
});

it("a refusal is a value with its code and its sentence", () => {
  const refusal = said("result=refused\ncode=no-guard\nwhy=The guard is dead\n", { code: 3 });
  expect(readAnswer("192.0.2.1", "inject", refusal, readStatus)).toEqual({
    ok: false,
    result: "refused",
    code: "no-guard",
    why: "The guard is dead",
  });
});

it("an answer that is cut, mixed with other text, doubled or unknown is a failure and never a state", () => {
  expect(kindOf(said(status))).toBe("read");
  expect(kindOf(said(status, { truncated: true }))).toBe("command: partial output");
  expect(kindOf(said("", { code: null, signal: "SIGKILL" }))).toBe("command: partial output");
  expect(kindOf(said("", { code: 137 }))).toBe("command: partial output");
  for (const broken of [
    "",
    "Welcome to node 3!\n" + status,
    status.replace("phase=rolled-back", "phase=fine"),
    status.replace("guard=alive\n", ""),
    status.replace("process=gone", "process=gone\nprocess=lives"),
    status.replace("lease_ms=0", "lease_ms=soon"),
    status.replace("time=armed 1796087676440", "time=armed"),
  ]) {
    expect(kindOf(said(broken))).toBe("parse: unknown layout");
  }
  expect(kindOf(said(status, { code: 4 }))).toBe("parse: unknown layout");
});

it("a scan is read drill by drill, closed and unreadable ones by their names", () => {
  const block = status.replace("result=ok\n", "");
  const text = `result=ok\nclosed=D-0\nmended=D-06-a\n${block}unreadable=D-x\n${block.replace("D-06-a", "D-07")}`;
  const answer = readAnswer("192.0.2.1", "scan", said(text), readScan);
  expect(
    answer.ok && { ...answer.value, drills: answer.value.drills.map((drill) => drill.id) },
  ).toEqual({
    drills: ["D-06-a", "D-07"],
    closed: ["D-0"],
    mended: ["D-06-a"],
    unreadable: ["D-x"],
  });
});
