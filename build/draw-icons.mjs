/**
 * Draws the application's icon: a ring of tokens of three nodes with one gap, and a mark where it is missing.
 * Run by hand after a change (`node build/draw-icons.mjs`, needs Chromium); what it writes is committed.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const folder = join(dirname(fileURLToPath(import.meta.url)), "icons");
const nodes = ["#2ec4a6", "#7fe0c8", "#17877a"];

/** @param arcs tokens in the ring; few where pixels are few */
function drawing(arcs) {
  const step = 360 / arcs;
  const space = arcs > 6 ? 7 : 12;
  const at = (degrees, radius) => {
    const angle = ((degrees - 90) * Math.PI) / 180;
    return `${(256 + radius * Math.cos(angle)).toFixed(2)} ${(256 + radius * Math.sin(angle)).toFixed(2)}`;
  };
  // The gap lies at the upper right.
  const parts = Array.from({ length: arcs - 1 }, (_, i) => {
    const from = 45 + step / 2 + i * step + space / 2;
    const to = from + step - space;
    return `<path d="M${at(from, 142)}A142 142 0 0 1 ${at(to, 142)}" stroke="${nodes[i % 3]}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
  <rect x="16" y="16" width="480" height="480" rx="108" fill="#1c2127"/>
  <g fill="none" stroke-width="${arcs > 6 ? 62 : 72}">
    ${parts.join("\n    ")}
  </g>
  <circle cx="${at(45, 142).split(" ")[0]}" cy="${at(45, 142).split(" ")[1]}" r="${arcs > 6 ? 22 : 32}" fill="#fbb360"/>
</svg>
`;
}

/** Windows: a directory of PNG images. */
function ico(images) {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  images.forEach(({ size, png }, i) => {
    const entry = 6 + 16 * i;
    head.writeUInt8(size % 256, entry); // 0 stands for 256
    head.writeUInt8(size % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  });
  return Buffer.concat([head, ...images.map(({ png }) => png)]);
}

/** macOS: chunks of PNG images, their type by size and density. */
function icns(pngOf) {
  const types = [
    ["ic11", 32],
    ["ic12", 64],
    ["ic07", 128],
    ["ic13", 256],
    ["ic08", 256],
    ["ic14", 512],
    ["ic09", 512],
    ["ic10", 1024],
  ];
  const chunk = (type, data) => {
    const head = Buffer.alloc(8);
    head.write(type, "latin1");
    head.writeUInt32BE(data.length + 8, 4);
    return Buffer.concat([head, data]);
  };
  return chunk("icns", Buffer.concat(types.map(([type, size]) => chunk(type, pngOf(size)))));
}

mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "ringdrill.svg"), drawing(12));
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const images = new Map();
try {
  for (const size of [16, 24, 32, 48, 64, 128, 256, 512, 1024]) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const svg = Buffer.from(drawing(size < 48 ? 6 : 12)).toString("base64");
    await page.setContent(
      `<style>*{margin:0}img{display:block}</style><img width=${size} height=${size} src="data:image/svg+xml;base64,${svg}">`,
    );
    images.set(size, await page.screenshot({ omitBackground: true }));
    await page.close();
  }
} finally {
  await browser.close();
}
for (const [size, png] of images)
  if (size <= 512) writeFileSync(join(folder, `${size}x${size}.png`), png);
writeFileSync(
  join(folder, "ringdrill.ico"),
  ico([16, 24, 32, 48, 64, 256].map((size) => ({ size, png: images.get(size) }))),
);
writeFileSync(
  join(folder, "ringdrill.icns"),
  icns((size) => images.get(size)),
);
