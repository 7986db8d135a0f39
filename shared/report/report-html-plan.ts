/** Sections 3 to 7: what was meant to be done, to what, and what was checked before. */
import type { DrillReport } from "../contract/report.ts";
import { countText, durationText, shareText, utcText } from "./figure-text.ts";
import { html, htmlFacts, htmlTable, type Markup } from "./html-text.ts";

export function planSections(report: DrillReport): Markup {
  return html`${scope(report)}${people(report)}${system(report)}${prediction(report)}${preconditions(report)}`;
}

function scope({ plan }: DrillReport): Markup {
  const { objective } = plan;
  const asked = [
    objective?.successShare === undefined
      ? undefined
      : `at least ${shareText(objective.successShare)} of the requests succeed`,
    objective?.p99Ms === undefined ? undefined : `p99 at most ${durationText(objective.p99Ms)}`,
    objective?.rtoServiceMs === undefined
      ? undefined
      : `RTO (service) at most ${durationText(objective.rtoServiceMs)}`,
    objective?.rtoRedundancyMs === undefined
      ? undefined
      : `RTO (redundancy) at most ${durationText(objective.rtoRedundancyMs)}`,
    objective?.rpoMs === undefined ? undefined : `RPO at most ${durationText(objective.rpoMs)}`,
  ].filter((text) => text !== undefined);
  return html`<h2>3. Objective and scope</h2>
    ${htmlFacts([
      [
        "Aim",
        `Show what happens to the application and to its data when this happens: ${plan.drill.simulates}.`,
      ],
      [
        "Objectives",
        objective === undefined || asked.length === 0
          ? "None stated; the stored prediction (section 6) stands in their place."
          : `${asked.join("; ")}. Source: ${objective.source}.`,
      ],
      [
        "Type",
        plan.target.simulated
          ? "simulated"
          : (plan.target.environment ?? "live, not labelled, counted as production"),
      ],
      [
        "In scope",
        `node ${plan.nodes.map(({ address }) => address).join(", ")}; keyspace ${plan.load.keyspace} (written by the drill itself)`,
      ],
      [
        "Out of scope",
        "the application's own tables and its own error handling; backups; any second failure at the same time",
      ],
      ["Business function", "To be filled in by hand: Ringdrill does not know it."],
      [
        "Clauses it may serve",
        "ISO 22301:2019 8.5 (exercises); DORA art. 11, 12, 25 (continuity and recovery tests); SOC 2 A1.3 (recovery plan tests). Whether it does is for the auditor to say.",
      ],
    ])}`;
}

function people({ approvals, people: named }: DrillReport): Markup {
  return html`<h2>4. People and approvals</h2>
    ${
      "content" in approvals
        ? htmlTable(
            "nowrap-first",
            ["When (UTC)", "Who", "How it was given"],
            approvals.content.map(({ at, by, how }) => [utcText(at), by, how]),
          )
        : html`<p class="why">${approvals.notFilled}</p>`
    }
    <table class="byhand">
      <thead>
        <tr>
          <th>Owner</th>
          <th>Driver</th>
          <th>Observer</th>
          <th>May abort</th>
          <th>Was informed</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td></td>
          <td></td>
          <td></td>
          <td></td>
          <td></td>
        </tr>
      </tbody>
    </table>
    <p class="source">${named.notFilled}</p>`;
}

function system({ plan }: DrillReport): Markup {
  const { target, load } = plan;
  return html`<h2>5. System under test</h2>
    ${htmlFacts([
      [
        "Cluster",
        `${target.cluster}${target.simulated ? " (simulated)" : ""}, ${target.nodeCount} nodes, Cassandra ${target.versions.join(", ")}`,
      ],
      [
        "Load",
        `${countText(load.ratePerSecond)} ${load.kind === "mixed" ? "reads and writes" : `${load.kind}s`} a second as an application, ${countText(load.probeRatePerSecond)} a second as a probe of each node, at ${load.consistency}`,
      ],
      [
        "Keyspace",
        `${load.keyspace}, replication factor ${load.rf}, ${countText(load.replicaSets)} replica sets; the clients are cassandra-driver, in a thread of their own`,
      ],
      [
        "Contact",
        plan.isContactNode
          ? "the node drilled was one of the application's contact points"
          : "the node drilled was not one of the application's contact points",
      ],
    ])}${htmlTable(
      "",
      ["Node drilled", "Host id", "Datacenter", "Rack", "Tokens"],
      plan.nodes.map(({ address, hostId, dc, rack, tokens }) => [
        address,
        html`<span class="mono">${hostId}</span>`,
        dc,
        rack,
        countText(tokens),
      ]),
    )}
    <p class="source">
      Source: the ring as every node saw it when the plan was made, ${utcText(plan.createdAt)};
      journal line 1.
    </p>`;
}

function prediction({ plan }: DrillReport): Markup {
  const { waits } = plan;
  return html`<h2>6. Hypothesis and prediction</h2>
    <p>Stored before anything was injected (journal line 1).</p>
    ${htmlTable(
      "",
      ["Predicted", "Because"],
      plan.prediction.map(({ text, because }) => [text, html`<small>${because}</small>`]),
    )}${
      plan.impact.length === 0
        ? undefined
        : html`<h3>By keyspace</h3>
            ${htmlTable(
              "",
              [
                "Keyspace",
                "Level",
                "Operation",
                "Affected data",
                "Before the peers notice",
                "After",
                "Fails",
              ],
              plan.impact.map((row) => [
                row.keyspace,
                row.consistency,
                row.operation,
                shareText(row.affectedShare),
                row.undetected,
                row.detected,
                shareText(row.failingShare),
              ]),
            )}
            <p class="source">Source: calculated from tokens, racks and replication factor.</p>`
    }
    <h3>Steps, waits and the way back</h3>
    ${htmlTable(
      "nowrap-first",
      ["Node", "Step", "Undone by"],
      plan.steps.map(({ node, text, undo }) => [node, text, undo]),
    )}${htmlFacts([
      ["Way back", `${plan.drill.rollbackClass}: ${plan.drill.rollbackWords}`],
      [
        "Guard",
        `comes back by itself ${durationText(waits.leaseMs)} after the last sign of life, in any case ${durationText(waits.maxFaultMs + waits.leaseMs)} after the injection`,
      ],
      [
        "Waits",
        `baseline ${durationText(waits.baselineMs)}, fault held ${durationText(waits.observeMs)} after every peer noticed and at most ${durationText(waits.maxFaultMs)}, recovery ${durationText(waits.recoveryMs)}, hints ${durationText(waits.hintsMs)}`,
      ],
      [
        "Aborts",
        "a second node down, less than 15 % free on a peer's data disk, success below 95 % for 10 s when survival was predicted, the guard's lease not renewable, a person",
      ],
    ])}`;
}

function preconditions({ preconditions: checks, plan }: DrillReport): Markup {
  const reasonOf = (check: string): string | undefined =>
    plan.overrides.find((each) => each.check === check)?.reason;
  return html`<h2>7. Preconditions</h2>
    ${
      checks.length === 0
        ? html`<p class="why">The plan holds no precondition.</p>`
        : htmlTable(
            "",
            ["Check", "Result", "Value", "Why"],
            checks.map(({ check, ok, applicable, value, why }) => {
              const reason = reasonOf(check);
              const word = !applicable
                ? "not applicable"
                : ok === null
                  ? "not known"
                  : ok
                    ? "passed"
                    : reason === undefined
                      ? "REFUSED"
                      : "OVERRIDDEN";
              return [
                check,
                html`<span class="mark">${word}</span>`,
                value,
                reason === undefined ? why : `${why} Overridden: ${reason}`,
              ];
            }),
          )
    }`;
}
