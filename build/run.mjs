/**
 * The one door to every npm script. Needs nothing but Node 20 or newer: it runs `npm ci` when the lockfile
 * changed, brings system packages where it may, then goes on with the Node 24 that the lockfile brings.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { join, dirname } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const stamp = join(root, "node_modules", ".ringdrill-lock");

/** What each script runs with Node 24, and which system packages it wants. */
const scripts = {
  start: { entry: "build/start.ts", needs: ["java", "maven"] },
  test: { entry: "build/test.ts", needs: ["java", "maven", "chromium", "sshd", "nft"] },
  "test:all": {
    entry: "build/test.ts",
    args: ["--all"],
    needs: ["java", "maven", "chromium", "sshd", "nft"],
  },
  check: { entry: "build/test.ts", args: ["--checks-only"], needs: [] },
  bench: { entry: "build/bench.ts", needs: ["java", "maven"] },
  fuzz: { entry: "build/fuzz.ts", needs: [] },
  ringdrill: { entry: "electron/cli/main.ts", needs: [] },
};

/** Debian's package for each need, and how to see that it is there. */
const packages = {
  java: { apt: "openjdk-17-jre-headless", there: () => hasJava17() },
  maven: { apt: "maven", there: () => onPath("mvn") },
  chromium: { apt: "chromium", there: () => onPath("chromium") || onPath("chromium-browser") },
  sshd: { apt: "openssh-server", there: () => existsSync("/usr/sbin/sshd") },
  nft: { apt: "nftables", there: () => existsSync("/usr/sbin/nft") || onPath("nft") },
};

function say(text) {
  process.stderr.write(`${text}\n`);
}

function onPath(command) {
  return (process.env.PATH ?? "")
    .split(":")
    .some((dir) => dir !== "" && existsSync(join(dir, command)));
}

function hasJava17() {
  const found = spawnSync("sh", ["-c", "ls -d /usr/lib/jvm/*17* 2>/dev/null"], {
    encoding: "utf8",
  }).stdout.trim();
  if (found !== "") return true;
  const java = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, "bin/java") : "java";
  const version = spawnSync(java, ["-version"], { encoding: "utf8" });
  return / version "17[."]/.test(version.stderr ?? "");
}

function ensureModules() {
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  say("Ringdrill: fetching npm packages (npm ci) …");
  const npm = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32",
  });
  if (npm.status !== 0) {
    say(
      "Ringdrill: npm ci failed (see above). Check the network and that npm is 10 or newer, then run the same command again.",
    );
    process.exit(3);
  }
  writeFileSync(stamp, lock);
}

function ensureSystem(needs) {
  const missing = needs.filter((need) => !packages[need].there());
  if (missing.length === 0) return;
  const names = missing.map((need) => packages[need].apt);
  const canApt =
    process.platform === "linux" && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (!canApt) {
    say(
      `Ringdrill: not installed here: ${missing.join(", ")}. On Debian or Ubuntu: sudo apt-get install ${names.join(" ")}`,
    );
    return;
  }
  say(`Ringdrill: installing ${names.join(", ")} …`);
  // Denies service starts for the time of the install, so that a fresh sshd opens no port.
  const script = `set -e
policy=/usr/sbin/policy-rc.d
made=
if [ ! -e "$policy" ]; then printf '#!/bin/sh\\nexit 101\\n' > "$policy"; chmod 755 "$policy"; made=1; fi
trap '[ -z "$made" ] || rm -f "$policy"' EXIT
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends ${names.join(" ")}`;
  const apt = spawnSync("sh", ["-c", script], { stdio: ["ignore", 2, 2] });
  if (apt.status !== 0)
    say(`Ringdrill: apt-get could not install ${names.join(" ")}; going on without.`);
}

/** The lockfile's Node 24 on Linux, else the machine's own if it is 24 or newer. */
function node24() {
  const bundled = join(root, "node_modules", `node-linux-${process.arch}`, "bin", "node");
  if (process.platform === "linux" && existsSync(bundled)) return bundled;
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  say(
    `Ringdrill: this machine's Node is ${process.versions.node}; 24 or newer is needed on ${process.platform}/${process.arch}. Install it and run the same command again.`,
  );
  process.exit(3);
}

const [name, ...rest] = process.argv.slice(2);
const script = scripts[name ?? ""];
if (script === undefined) {
  say(`usage: node build/run.mjs ${Object.keys(scripts).join(" | ")}`);
  process.exit(2);
}
ensureModules();
ensureSystem(script.needs);
const child = spawn(
  node24(),
  [
    "--disable-warning=ExperimentalWarning",
    join(root, script.entry),
    ...(script.args ?? []),
    ...rest,
  ],
  {
    stdio: "inherit",
  },
);
// The child sits in the same process group and hears Ctrl-C itself; this process only waits for its end.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {
    if (signal !== "SIGINT") child.kill(signal);
  });
}
child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));
