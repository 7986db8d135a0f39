/** Every state of the screens, on a host that is not real: what no real cluster shows on demand. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { axeFindings, openChromium, openPage } from "../page.ts";
import { startFakeHost, type FakeHost } from "./fake-host.ts";
import { addRun, newFakeState } from "./fake-state.ts";

const built = join(import.meta.dirname, "../../../dist/renderer");
const pictures = join(import.meta.dirname, "../../../test-output/pictures/states");
const small = { width: 1280, height: 720 };
const large = { width: 2560, height: 1440 };

const state = newFakeState(Date.now);
let host: FakeHost;
let browser: Browser;

beforeAll(async () => {
  mkdirSync(pictures, { recursive: true });
  host = await startFakeHost(built, state);
  browser = await openChromium();
});
afterAll(async () => {
  await browser.close();
  await host.close();
});

/** Name of the picture, address, and a text that stands there once the screen is whole. */
const states = [
  ["clusters", "#/clusters", "shop-production"],
  ["profile-form", "#/clusters/new", "Contact points"],
  ["nothing-chosen", "#/load", "No cluster is open."],
  ["first-look", "#/overview?cluster=opening", "0 of 6 nodes answer CQL"],
  ["host-key-changed", "#/overview?cluster=changed-key", "changed-key could not be opened"],
  ["production", "#/overview?cluster=shop-production", "10.20.0.3 is down in every view"],
  ["no-label", "#/overview?cluster=no-label", "NO ENVIRONMENT LABEL"],
  ["thousand-nodes", "#/overview?cluster=thousand", "2 of 1000 nodes are down in every view"],
  ["thousand-map", "#/topology/map?cluster=thousand", "500 nodes"],
  ["thousand-ring", "#/topology/ring?cluster=thousand", "16,000 tokens"],
  ["thousand-views", "#/topology/views?cluster=thousand", "The views of 29 nodes agree."],
  ["thousand-table", "#/topology/table?cluster=thousand", "Showing 1000 of 1000"],
  ["views-differ", "#/topology/views?cluster=shop-production", "10.20.0.4 says DN of 10.20.0.6"],
  ["skew", "#/load?cluster=shop-production", "wiped, or not yet streamed"],
  ["drawer", "#/overview?cluster=shop-production&node=10.20.0.5", "refuses SSH"],
  ["drawer-jvm", "#/overview?cluster=practice&node=127.0.0.2&tab=jvm", "OpenJDK 17"],
  ["drills", "#/drills?cluster=no-label", "was left in phase"],
  ["plan", "#/drills/plan/D-06?cluster=practice", "Each of the 2 peers says DOWN"],
  ["plan-refused", "#/drills/plan/D-06?cluster=shop-production", "checks refuse"],
] as const;

async function open(page: Page, address: string): Promise<void> {
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, address);
}

describe("the screens in every state", () => {
  it("live under the policy and satisfy axe, dark and light", async () => {
    for (const scheme of ["dark", "light"] as const) {
      const { page, wrong } = await openPage(browser, host.url, small, scheme);
      for (const [name, address, text] of states) {
        await open(page, address);
        await page.getByText(text).first().waitFor();
        expect(await axeFindings(page), `${name}, ${scheme}`).toEqual([]);
        await page.screenshot({ path: join(pictures, `${name}-${scheme}.png`) });
      }
      expect(await wrong()).toEqual([]);
      await page.context().close();
    }
  });

  it("do not run over their edges with words that are 40 % longer, nor on a wall", async () => {
    for (const size of [small, large]) {
      const { page } = await openPage(browser, host.url, size, "dark");
      await page.evaluate(() => localStorage.setItem("ringdrill.longTexts", "1"));
      await page.reload();
      for (const [name, address, text] of states) {
        await open(page, address);
        await page.getByText(text).first().waitFor();
        const over = await page.evaluate(() => {
          const main = document.querySelector("main");
          return (
            document.documentElement.scrollWidth > window.innerWidth ||
            (main !== null && main.scrollWidth > main.clientWidth + 1)
          );
        });
        expect(over, `${name}, ${size.width}`).toBe(false);
      }
      await page.context().close();
    }
  });

  it("a figure is traced to its source and raw text by keyboard alone", async () => {
    const { page, wrong } = await openPage(browser, host.url, small, "dark");
    await open(page, "#/topology/map?cluster=practice");
    const figure = page.getByRole("button", { name: /127\.0\.0\.1 · Load/ });
    await figure.focus();
    await page.keyboard.press("Enter");
    const card = page.getByRole("dialog", { name: /127\.0\.0\.1 · Load/ });
    await card.getByText("nodetool info").waitFor();
    await card.getByRole("button", { name: "Show raw text" }).click();
    await card.getByText("MutationStage").waitFor();
    await page.keyboard.press("Escape");
    await card.waitFor({ state: "detached" });
    expect(await figure.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await wrong()).toEqual([]);
    await page.context().close();
  });

  it("the palette opens any node, and Escape closes what is open", async () => {
    const { page, wrong } = await openPage(browser, host.url, small, "dark");
    await open(page, "#/overview?cluster=thousand");
    await page.getByText("2 of 1000 nodes are down").first().waitFor();
    await page.keyboard.press("Control+k");
    // As a person does: the letters come once the field is there.
    await page.locator("input[role=combobox]:focus").waitFor();
    await page.keyboard.type("10.40.3.171");
    await page.getByRole("option", { name: /10\.40\.3\.171/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("complementary", { name: "10.40.3.171" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("complementary").waitFor({ state: "detached" });
    expect(await wrong()).toEqual([]);
    await page.context().close();
  });

  it("a password that is needed is asked for, and what was typed opens the cluster", async () => {
    const { page, wrong } = await openPage(browser, host.url, small, "dark");
    await open(page, "#/overview?cluster=locked");
    await page.getByLabel("CQL password of ringdrill on locked").fill("secret");
    await page.keyboard.press("Enter");
    await page.getByText("All 3 nodes are up and normal in every view.").waitFor();
    expect(await wrong()).toEqual([]);
    await page.context().close();
  });

  it("an unknown host key is shown with its fingerprint, and refusing is what Enter does", async () => {
    const { page, wrong } = await openPage(browser, host.url, small, "dark");
    const fingerprint = "SHA256:uNiVztksCsDhcc0u9e8BrQXVUpKKIzIFs4gkHBzxeSg";
    state.asks = [{ id: "1", host: "10.20.0.7", port: 22, keyType: "ssh-ed25519", fingerprint }];
    await page.getByText(fingerprint).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.screenshot({ path: join(pictures, "host-key.png") });
    await page.keyboard.press("Enter");
    await page.getByText(fingerprint).waitFor({ state: "detached" });
    expect(state.answers).toEqual([{ id: "1", accept: false }]);
    expect(await wrong()).toEqual([]);
    await page.context().close();
  });

  it("production wants the cluster's name typed before the button works", async () => {
    const { page } = await openPage(browser, host.url, small, "dark");
    await open(page, "#/drills/plan/D-06?cluster=quiet-production");
    const start = page.getByRole("button", { name: /^Start D-06 on .* of quiet-production/ });
    await page.locator("#plan-node").waitFor();
    await start.waitFor();
    expect(await start.isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Override …" }).click();
    await page.getByLabel("Reason").fill("repair history is kept elsewhere");
    await page.getByLabel(/Type the cluster's name/).fill("quiet-productio");
    await page.getByText("0 refused · 0 open").waitFor();
    expect(await start.isDisabled()).toBe(true);
    await page.getByLabel(/Type the cluster's name/).fill("quiet-production");
    await expect.poll(() => start.isDisabled()).toBe(false);
    await page.context().close();
  });

  it("a running drill has its Stop everywhere, Shift+Escape uses it, and the result can be read on paper", async () => {
    const done = addRun(state, 90_000);
    const live = addRun(state, 20_000);
    const { page, wrong } = await openPage(browser, host.url, small, "dark");
    await open(page, `#/drills/run/${live}?cluster=practice`);
    await page.getByText("detected by driver").first().waitFor();
    expect(await axeFindings(page), "live").toEqual([]);
    await page.screenshot({ path: join(pictures, "run-live.png") });
    await open(page, "#/load?cluster=practice");
    await page.getByRole("button", { name: "Stop the drill" }).waitFor();
    await page.keyboard.press("Shift+Escape");
    await page.getByText("Rolling back; then the node is waited for").waitFor();
    expect(state.runs.get(live)?.stoppedAt).toBeDefined();
    state.runs.delete(live);

    await open(page, `#/drills/run/${done}?cluster=practice`);
    await page.getByText("as predicted").first().waitFor();
    expect(await axeFindings(page), "result").toEqual([]);
    await page.screenshot({ path: join(pictures, "run-result.png"), fullPage: true });
    await page.getByRole("button", { name: "Open the report" }).click();
    const paper = page.frameLocator("iframe");
    await paper.getByText("What customers would have felt").waitFor();
    // The report's own sheet is in force: without it the cover's box has no border.
    const styled = await paper.locator("body").evaluate((body) => getComputedStyle(body).maxWidth);
    expect(styled).not.toBe("none");
    await page.getByRole("tab", { name: "Verify" }).click();
    await page.getByText("The evidence is what was written then.").waitFor();
    expect(await wrong()).toEqual([]);
    await page.context().close();
  });

  it("when the host falls silent the last values stay, greyed and with their age, and live again later", async () => {
    const { page } = await openPage(browser, host.url, small, "dark");
    await open(page, "#/overview?cluster=practice");
    await page.getByText("All 3 nodes are up and normal in every view.").waitFor();
    state.silent = true;
    host.dropSockets();
    await page.getByText(/^No new state since/).waitFor();
    expect(await page.getByText("All 3 nodes are up and normal in every view.").count()).toBe(1);
    await page.screenshot({ path: join(pictures, "silent.png") });
    state.silent = false;
    await page.getByText(/^No new state since/).waitFor({ state: "detached" });
    await page.context().close();
  });
});
