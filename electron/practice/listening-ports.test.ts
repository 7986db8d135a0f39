import { createServer, type Server } from "node:net";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { parseListening, portInUseText, portsInUse } from "./listening-ports.ts";

let server: Server | undefined;

afterEach(() => {
  server?.close();
});

// Real lines of a kernel 6.1.
const tcp = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:2352 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 21841 1 0000000000000000 100 0 0 10 0
   1: 00000000:0016 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 18001 1 0000000000000000 100 0 0 10 0
   2: 0100007F:2352 0100007F:B5C2 01 00000000:00000000 00:00000000 00000000     0        0 29000 1 0000000000000000 20 4 30 10 -1
`;
const tcp6 = `  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0000000000000000FFFF00000215007F:1B58 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 30001 1 0000000000000000 100 0 0 10 0
   1: 00000000000000000000000000000000:1F90 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 30002 1 0000000000000000 100 0 0 10 0
   2: 00000000000000000000000001000000:1F91 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 30003 1 0000000000000000 100 0 0 10 0
`;

test("listening sockets are read, connections and IPv6-only addresses are not", () => {
  expect(parseListening(tcp)).toEqual([
    { address: "127.0.0.1", port: 9042, inode: "21841" },
    { address: "0.0.0.0", port: 22, inode: "18001" },
  ]);
  expect(parseListening(tcp6)).toEqual([
    { address: "127.0.21.2", port: 7000, inode: "30001" },
    { address: "0.0.0.0", port: 8080, inode: "30002" },
  ]);
});

test("a port in use is named with the process that holds it", async () => {
  server = createServer().listen(0, "127.0.31.7");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const wanted = [
    { address: "127.0.31.7", port: address.port },
    { address: "127.0.31.8", port: address.port },
  ];
  const [taken, ...others] = portsInUse(wanted);
  expect(others).toEqual([]);
  expect(taken?.holder?.pid).toBe(process.pid);
  expect(portInUseText(taken ?? { address: "", port: 0, holder: undefined })).toMatch(
    new RegExp(
      `^127\\.0\\.31\\.7:${String(address.port)} is in use by process ${String(process.pid)} \\(.*node`,
    ),
  );
});

test("a socket on every address takes the port on each of them", async () => {
  server = createServer().listen(0, "0.0.0.0");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  expect(portsInUse([{ address: "127.0.31.9", port: address.port }])).toHaveLength(1);
});

test("a holder that cannot be seen is said to be another user's", () => {
  expect(portInUseText({ address: "127.0.0.1", port: 22, holder: undefined })).toBe(
    "127.0.0.1:22 is in use by a process of another user",
  );
});
