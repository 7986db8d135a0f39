/** The real host in memory, with some of its calls answered as a test says. */
import type { Host } from "../../electron/core/host.ts";
import type { Contract } from "../../shared/contract/contract.ts";
import { openFakeHost, type FakeHostOptions } from "../fixtures/core/fake-host.ts";

type Jobs = { readonly [Job in keyof Contract]?: Readonly<Record<string, unknown>> };

export interface ScriptedHost extends Pick<
  ReturnType<typeof openFakeHost>,
  "clock" | "host" | "saved"
> {
  readonly router: Host["router"];
}

/** @param answers handlers by job and name, in place of the host's own. */
export function scriptedHost(answers: Jobs = {}, options: FakeHostOptions = {}): ScriptedHost {
  const fake = openFakeHost(options);
  const router = Object.fromEntries(
    Object.entries(fake.host.router).map(([job, own]) => [
      job,
      { ...own, ...answers[job as keyof Jobs] },
    ]),
  ) as unknown as Host["router"];
  return { ...fake, router };
}
