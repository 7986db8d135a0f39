/** How Ringdrill proves who it is: one way a target, tried once, and an account of what the server wanted. */
import type { AnyAuthMethod, AuthenticationType, ParsedKey } from "ssh2";
import type { Failure } from "../../../shared/facts/failure.ts";
import type { SshAuth } from "../../core/deps.ts";
import { readKeyFile } from "./key-file.ts";
import { homePath } from "./home-path.ts";
import { failureOn, named, type Way } from "./ssh-failure.ts";

export interface Login {
  /** The next thing to try, false when there is nothing left. For ssh2's `authHandler`. */
  next(left: readonly AuthenticationType[] | null, partial: boolean | null): AnyAuthMethod | false;
  /** Hears what went wrong inside the agent. */
  noteAgent(text: string): void;
  /** The failure once the server has refused all. */
  refused(): Failure;
}

/** Prepares the login. @throws Failure (hop "ssh login") when the key or the agent is not there */
export async function prepareLogin(way: Way, auth: SshAuth): Promise<Login> {
  const tries = await triesOf(way, auth);
  const tried: string[] = [];
  let offered: readonly string[] = [];
  let agentText: string | undefined;
  let half = false;
  let question: string | undefined;
  return {
    next(left, partial) {
      // The first call comes before the server has said anything: "none" makes it tell its methods, and sshd does
      // not count it as an attempt.
      if (left === null) return { type: "none", username: way.user };
      offered = left;
      half ||= partial === true;
      for (let one = tries.shift(); one !== undefined; one = tries.shift()) {
        const method = one.type === "agent" ? "publickey" : one.type;
        if (left.length > 0 && !left.includes(method)) continue;
        tried.push(one.type);
        return one;
      }
      return false;
    },
    noteAgent(text) {
      agentText = text;
    },
    refused() {
      if (agentText !== undefined && auth.kind === "agent") {
        return agentFailure(way, auth, agentText);
      }
      const wants = offered.length === 0 ? "" : ` The server accepts: ${offered.join(", ")}.`;
      return failureOn(
        way,
        "ssh login",
        "authentication refused",
        `${named(way)} did not let ${way.user} in with ${whatWas(auth)}${half ? ", it wants a second proof" : ""}.`,
        nextStep(auth, tried, offered),
        [wants, question === undefined ? "" : ` It asked: ${question}`].join("").trim(),
      );
    },
  };

  async function triesOf(way: Way, auth: SshAuth): Promise<AnyAuthMethod[]> {
    const username = way.user;
    if (auth.kind === "agent") return [{ type: "agent", username, agent: agentSocket(way, auth) }];
    if (auth.kind === "key") {
      // ssh2 takes a parsed key as well; its types do not say so.
      const key: ParsedKey = await readKeyFile(way, auth.file, auth.passphrase);
      return [{ type: "publickey", username, key: key as unknown as Buffer }];
    }
    let answered = false;
    return [
      { type: "password", username, password: auth.password },
      {
        type: "keyboard-interactive",
        username,
        prompt: (_name, _instructions, _lang, prompts, finish) => {
          const [only] = prompts;
          if (prompts.length === 1 && isPasswordPrompt(only) && !answered) {
            answered = true;
            finish([auth.password]);
            return;
          }
          // A one-time code, or the password a second time: nothing that we could answer.
          question = prompts.map((prompt) => prompt.prompt.trim()).join(" / ");
          finish(prompts.map(() => ""));
        },
      },
    ];
  }
}

function isPasswordPrompt(
  prompt: { prompt: string; echo?: boolean | undefined } | undefined,
): boolean {
  if (prompt === undefined || prompt.echo === true) return false;
  return /passwor[dt]/i.test(prompt.prompt) && !/one.?time|new|otp|token|code/i.test(prompt.prompt);
}

type AgentAuth = Extract<SshAuth, { kind: "agent" }>;

function agentPath(auth: AgentAuth): string | undefined {
  const windows = process.platform === "win32" ? "\\\\.\\pipe\\openssh-ssh-agent" : undefined;
  const socket = auth.socket ?? process.env["SSH_AUTH_SOCK"] ?? windows;
  return socket === undefined || socket === "" ? undefined : homePath(socket);
}

function agentFailure(way: Way, auth: AgentAuth, said: string): Failure {
  return failureOn(
    way,
    "ssh login",
    "authentication refused",
    `The SSH agent at ${agentPath(auth)} could not be used to log in to ${named(way)}: ${said}.`,
    "Check that the agent runs (ssh-add -l), or name a key file in the profile.",
    said,
  );
}

function agentSocket(way: Way, auth: AgentAuth): string {
  const socket = agentPath(auth);
  if (socket !== undefined) return socket;
  throw failureOn(
    way,
    "ssh login",
    "authentication refused",
    `There is no SSH agent to log in to ${named(way)}: SSH_AUTH_SOCK is not set.`,
    "Start an agent and load your key (ssh-add), or name a key file in the profile.",
  );
}

function whatWas(auth: SshAuth): string {
  if (auth.kind === "agent") return "the agent's keys";
  return auth.kind === "key" ? `the key ${homePath(auth.file)}` : "this password";
}

function nextStep(auth: SshAuth, tried: readonly string[], offered: readonly string[]): string {
  if (tried.length === 0 && offered.length > 0) {
    return `Choose one of the methods that the server accepts: ${offered.join(", ")}.`;
  }
  if (auth.kind === "agent")
    return "Check ssh-add -l, the user name, and authorized_keys on the node.";
  if (auth.kind === "key")
    return "Check the user name, and that authorized_keys on the node holds this key.";
  return "Check user name and password.";
}
