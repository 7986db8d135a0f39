/** True when a release (`5.0.6`) is `major.minor` or later. */
export function atLeast(release: string, major: number, minor: number): boolean {
  const [, found = "0", under = "0"] = /^(\d+)\.(\d+)/.exec(release) ?? [];
  return Number(found) > major || (Number(found) === major && Number(under) >= minor);
}
